const NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a host, as addresses name it, is this machine itself. */
export const isLoopbackHost = (host: string): boolean => NAMES.has(host);
