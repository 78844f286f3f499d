import { createHash, randomBytes, randomUUID } from "node:crypto";
import * as z from "zod";
import { entity } from "#lib/table/entity.ts";
import { put, remove } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/read.ts";
import { write } from "#lib/table/write.ts";

/** What is known of somebody, all of it in the words of the table. */
export interface Known {
  /** What the addresses that stand in place of theirs are made with, so that nobody can guess one. */
  salt: string;
  userId: number | undefined;
  /** In small letters: the address that was asked for, and those a user had before. */
  emails: Set<string>;
  usernames: Set<string>;
  names: Set<string>;
  /** Bookings they take part in, or took part in. */
  bookings: Set<number>;
  /** Those of them they made. */
  booked: Set<number>;
}

/**
 * A part of what an erasure under way knows of somebody, each as `names Ann Arbor`, at the SHA-256 of an address. With each item that is
 * rewritten the table says less of them; so all of it is kept until nothing is left, and one that was cut off goes on with it.
 */
export const ErasureFacts = entity({
  name: "erasure-facts",
  key: { pk: "ERASURE#{subject}", sk: "{run}#{part:6}" },
  schema: z.object({ subject: z.string(), run: z.string(), part: z.int(), facts: z.array(z.string()) }),
});

/** Bytes of the facts of one item, but for its last. */
const MOST_BYTES = 100_000;

/** What an erasure that was cut off has kept of an address, and of others of the same person. */
export async function recallFacts(address: string): Promise<Known> {
  const known: Known = {
    salt: randomBytes(16).toString("hex"),
    userId: undefined,
    emails: new Set([address]),
    usernames: new Set(),
    names: new Set(),
    bookings: new Set(),
    booked: new Set(),
  };
  // It grows as others are found, which are gone through as well.
  for (const email of known.emails)
    for (const { facts } of await queryAll(ErasureFacts, { subject: subjectOf(email) }))
      for (const fact of facts) learnFact(known, fact);
  return known;
}

/** Keeps what is known of somebody by now. */
export type KeepFacts = (known: Known) => Promise<void>;

/** Makes what keeps all that is known by then, for whoever asks by any of their addresses; what it has kept is not written again. */
export function factsKeeper(address: string): KeepFacts {
  const run = randomUUID();
  const kept = new Set<string>();
  let part = 0;
  const keep = async (email: string, facts: string[]): Promise<void> => {
    await write(put(ErasureFacts, { subject: subjectOf(email), run, part, facts }));
    part += 1;
  };
  return async (known) => {
    const found = factsOf(known).filter((fact) => !kept.has(fact));
    for (const facts of inParts(found)) await keep(address, facts);
    for (const email of known.emails)
      if (email !== address && !kept.has(`emails ${email}`)) await keep(email, [`emails ${address}`]);
    for (const fact of found) kept.add(fact);
  };
}

/** Forgets all that was kept; first what leads there from other addresses, so that the one that was asked for leads to what is left. */
export async function forgetFacts({ emails }: Pick<Known, "emails">): Promise<void> {
  for (const email of [...emails].toReversed())
    for (const item of await queryAll(ErasureFacts, { subject: subjectOf(email) }))
      await write(remove(ErasureFacts, item));
}

const subjectOf = (email: string): string => createHash("sha256").update(email).digest("hex");

const SETS = ["emails", "usernames", "names", "bookings", "booked"] as const;

const factsOf = (known: Known): string[] => [
  `salt ${known.salt}`,
  ...(known.userId === undefined ? [] : [`userId ${known.userId}`]),
  ...SETS.flatMap((kind) => [...known[kind]].map((value) => `${kind} ${value}`)),
];

function learnFact(known: Known, fact: string): void {
  const [kind = "", value = ""] = fact.split(/ (.*)/s);
  switch (kind) {
    case "salt":
      known.salt = value;
      return;
    case "userId":
      known.userId = Number(value);
      return;
    case "bookings":
    case "booked":
      known[kind].add(Number(value));
      return;
    case "emails":
    case "usernames":
    case "names":
      known[kind].add(value);
  }
}

function inParts(facts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let left = 0;
  for (const fact of facts) {
    if (left <= 0) {
      parts.push([]);
      left = MOST_BYTES;
    }
    parts.at(-1)?.push(fact);
    left -= Buffer.byteLength(fact);
  }
  return parts;
}
