import { isPage } from "./preflight.ts";

/** Methods with HEAD beside GET: the gateway answers it wherever there is one, by the same function. */
export const withHead = (methods: readonly string[]): string[] => [
  ...methods,
  ...(methods.includes("GET") ? ["HEAD"] : []),
];

/** All that a path with these routes takes, sorted: HEAD, and OPTIONS but on pages. */
export const methodsTaken = (path: string, routed: readonly string[]): string[] =>
  [...withHead(routed), ...(isPage(path) ? [] : ["OPTIONS"])].toSorted();
