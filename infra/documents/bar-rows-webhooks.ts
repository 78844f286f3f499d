import type { BarRow } from "./bar-row.ts";

/** What is asked of webhooks. */
export const WEBHOOK_ROWS: Record<string, BarRow> = {
  "W-01": {
    asks: "Deliveries verify with the official libraries of Standard Webhooks and Svix, and in another language",
  },
  "W-02": { asks: "Receivers of the older signature go on working" },
  "W-03": { asks: "Every attempt has the same id, a timestamp and a signature of its own" },
  "W-04": { asks: "Ids are short, of letters, digits, - and _" },
  "W-05": { asks: "Everything is signed; a secret is made if none is given, shown once, stored encrypted" },
  "W-06": {
    asks: "A secret is rotated with an overlap of up to 7 days; at most 10 old ones, the newest first",
  },
  "W-07": {
    asks: "Ed25519 signatures for who wants them",
    lacks: "A wish; not built: HMAC is what receivers there are verify.",
  },
  "W-08": { asks: "Eight attempts over more than 27 hours, each wait varied by a fifth, as published" },
  "W-09": {
    asks: "An attempt ends within 15 seconds, connecting within 5; an answer without end costs no memory",
  },
  "W-10": {
    asks: "2xx alone is success; redirects are not followed; 410 switches off; a busy subscriber says until when",
  },
  "W-11": { asks: "No connection ever reaches an address that is not public" },
  "W-12": { asks: "The address that was checked is the one dialled; every answer of a lookup is checked" },
  "W-13": { asks: "Public neighbours of special addresses are delivered to" },
  "W-14": { asks: "A refused address is not tried again, and no answer tells which it was" },
  "W-15": { asks: "https, few ports, no userinfo, 2,048 characters, not the service itself" },
  "W-16": {
    asks: "A booking is never without its event, nor an event without its booking, whatever is down",
  },
  "W-17": { asks: "A sender that is killed loses nothing; what comes twice has the same id" },
  "W-18": { asks: "A record nobody can read is set apart; all others are delivered" },
  "W-19": { asks: "A subscriber that hangs holds up nobody else" },
  "W-20": { asks: "A breaker for each webhook, its numbers published; nothing is lost while it is open" },
  "W-21": {
    asks: "A rate limit for each webhook",
    lacks: "A wish; not built: five requests at a time are the limit.",
  },
  "W-22": { asks: "A webhook that fails for days is switched off, says why, and can be recovered" },
  "W-23": { asks: "Every attempt is shown for 30 days, and found by status, trigger and time" },
  "W-24": {
    asks: "One delivery is sent again, a range is recovered, a test event is sent",
    differs: "There is no preview of a template: a test event shows what it makes.",
  },
  "W-25": {
    asks: "First attempts come soon",
    measured:
      "50 events/s for 60 s: p50 69 ms, p99 691 ms, by `npm run bench:webhooks`; see [benchmarks.md](benchmarks.md).",
  },
  "W-26": {
    asks: "Many deliveries a second",
    measured:
      "60 a second on two cores that run everything, where 200 are asked, by `npm run bench:webhooks`; see [benchmarks.md](benchmarks.md).",
  },
  "W-27": {
    asks: "Meetings start and end with exactly one event, moved and cancelled with the booking, late rather than lost",
  },
  "W-28": { asks: "A thousand meetings that end in one minute are all told of" },
  "W-29": { asks: "A template's values never change its structure, whatever attendees are called" },
  "W-30": { asks: "Templates have no logic, reach nothing else, and are bounded in size and time" },
  "W-31": {
    asks: "The content type says what the body is",
    differs: "JSON is `application/json` without a charset, which that type does not have (RFC 8259 §11).",
  },
  "W-32": { asks: "A schema for every event, which every delivery and example satisfies" },
  "W-33": {
    asks: "The version of the payload is pinned for each webhook and said in a header",
    differs: "There is one version yet; each webhook keeps the one it was made with.",
  },
  "W-34": { asks: "A sequence that rises with every event of a booking" },
  "W-35": {
    asks: "Nothing more is sent to a webhook that was deleted or switched off; a new address counts from the next attempt",
  },
  "W-36": { asks: "Whoever lost the right to see something is sent nothing more of it" },
  "W-37": { asks: "Twenty webhooks for each owner, not one more" },
  "W-38": { asks: "Metrics of attempts, failures, breakers and waits; a trace from the call to the request" },
  "W-39": { asks: "A verifier for subscribers that passes the official vectors" },
  "W-40": { asks: "A trigger listed twice counts once; an unknown one is refused with those there are" },
};
