/** A username: words of letters and digits joined by . _ or -. */
export const USERNAME = /^[a-z0-9]+([._-][a-z0-9]+)*$/;

/** Characters of the longest username. */
export const LONGEST_USERNAME = 64;
