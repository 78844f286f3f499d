/** An id that no user has. */
export const NOBODY = 0;
