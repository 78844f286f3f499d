const NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether the host name of a URL is this machine. */
export const isLoopbackHost = (host: string): boolean => NAMES.has(host);
