import type { BarRow } from "./bar-row.ts";

/** What is asked of the API. */
export const API_ROWS: Record<string, BarRow> = {
  "A-01": {
    asks: "An OpenAPI 3.1 document that a linter passes, served, with every route there is and no other",
  },
  "A-02": { asks: "Every answer in the tests is as the document declares it" },
  "A-03": { asks: "Requests drawn by chance for every operation: no fault, no answer outside the document" },
  "A-04": { asks: "A typed client, made from the document, compiled strictly and used by tests" },
  "A-05": { asks: "A docs page that loads nothing from other servers" },
  "A-06": {
    asks: "Errors are problem documents, the gateway's own ones too, with a message for older clients",
  },
  "A-07": { asks: "A closed list of error codes in the document, each of which some test expects" },
  "A-08": { asks: "Every answer names its request, and the log finds it by that name" },
  "A-09": {
    asks: "A repeated write is answered again, not done again; its key is refused with another request",
  },
  "A-10": { asks: "Many who book one time at once: one gets it" },
  "A-11": { asks: "Strong entity tags: 304 to whom has the version, 412 to whom has another" },
  "A-12": { asks: "Pages: 100 bookings by 25, the second page holds 26 to 50, beyond the end is empty" },
  "A-13": { asks: "Without a page a list is whole, however long, in little memory" },
  "A-14": { asks: "A cursor can't be made up, and opens no other list, caller or filter" },
  "A-15": {
    asks: "Rate limits are told in every answer, in both families of headers, and when to come back",
    differs:
      "An answer 304 counts like any other: every request counts, for the credential is checked and counted in one round trip. The limit is one of each credential, not of each user.",
  },
  "A-16": { asks: "What will go says so, and since when" },
  "A-17": { asks: "405 names the methods; 406, 413 and 415 are ours, and large bodies are refused unparsed" },
  "A-18": { asks: "Unknown fields are pointed at, or ignored where older clients send them; never stored" },
  "A-19": {
    asks: "HEAD is GET without its body; preflights need no credential; any origin, without credentials",
  },
  "A-20": {
    asks: "What is somebody else's is answered exactly as what is not there",
    lacks:
      "Status, headers and body are compared for every endpoint; the time it takes is not, for no test asserts on time.",
  },
  "A-21": { asks: "Nothing is done by half: a change, its event and all that belongs to it, or nothing" },
  "A-22": {
    asks: "Any ISO 8601 instant is taken, UTC with milliseconds is answered, impossible dates are refused",
  },
  "A-23": { asks: "Text comes back as it was sent; half a character is refused" },
  "A-24": {
    asks: "Names that objects inherit do nothing",
    lacks: "The suite is not run with a frozen `Object.prototype`.",
  },
  "A-25": {
    asks: "Latency within its budget",
    measured: "By `npm run bench`; [benchmarks.md](benchmarks.md) says which budgets are not met.",
  },
  "A-26": {
    asks: "Well-known addresses: the catalog of the API, whom to tell of a problem, a text for models",
  },
  "A-27": { asks: "A changelog, the version in every answer, and no break without a new major version" },
  "A-28": {
    asks: "Recorded requests of clients there are, replayed with the answers they expect",
    differs:
      "The requests are written in the forms found in public clients' sources, not recorded from their traffic.",
  },
};
