/** The local cloud can't start, because of its folder, port or engine. The message says what to do. */
export class StartError extends Error {}
