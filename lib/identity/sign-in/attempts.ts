import { Failure } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, put, replace } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { SignInFailures } from "./entity.ts";

/** Milliseconds for which a failure counts. */
const WINDOW = 60_000;

/** The maximum number of failures of a subject (account, device, network or OAuth client) in any minute. */
export interface Limit {
  subject: string;
  most: number;
}

/** An attempt that counts as a failure until {@link forgetAttempt}. */
interface Attempt {
  /** Milliseconds since 1970. */
  at: number;
  limits: readonly Limit[];
}

type StoredFailures = Stored<typeof SignInFailures> | undefined;

/**
 * Counts an attempt as a failure before the credentials are checked, so that parallel attempts have the same limit as sequential ones.
 * Calls `onLimit` with the subject whose limit is reached.
 *
 * @throws {Failure} `too_many_requests`, with `Retry-After`, if the limit was reached in the last minute
 */
export async function countAttempt(
  limits: readonly Limit[],
  onLimit: (subject: string) => void = () => {},
): Promise<Attempt> {
  const at = now();
  try {
    await changeFailures(limits, (failures, { subject, most }) => {
      const oldest = failures[failures.length - most];
      if (oldest === undefined) return [...failures, at];
      onLimit(subject);
      throw tooMany(Math.ceil((oldest + WINDOW - at) / 1000));
    });
  } catch (error) {
    if (!(error instanceof Failure && error.code === "temporarily_unavailable")) throw error;
    // Too many parallel attempts change the same item.
    for (const { subject } of limits.slice(0, 1)) onLimit(subject);
    throw tooMany(1);
  }
  return { at, limits };
}

/** Removes an attempt that succeeded from the failures. */
export const forgetAttempt = ({ at, limits }: Attempt): Promise<void> =>
  changeFailures(limits, (failures) =>
    failures.toSpliced(failures.indexOf(at), failures.includes(at) ? 1 : 0),
  );

const changeFailures = (
  limits: readonly Limit[],
  change: (failures: readonly number[], limit: Limit) => number[],
): Promise<void> =>
  retryFailedCondition(async () => {
    const stored: StoredFailures[] = await findItems(
      limits.map(({ subject }) => itemRequest(SignInFailures, { subject })),
    );
    const recent = stored.map((item) => (item?.failures ?? []).filter((at) => at > now() - WINDOW));
    await transact(
      limits.map((limit, index) => writeFailures(limit, stored[index], change(recent[index] ?? [], limit))),
    );
  });

function writeFailures({ subject }: Limit, stored: StoredFailures, failures: number[]): Operation {
  const ttl = Math.ceil((now() + WINDOW) / 1000);
  if (stored) return replace(SignInFailures, stored, { ...stored, failures, ttl });
  return put(SignInFailures, { subject, failures, version: 1, ttl });
}

const tooMany = (seconds: number): Failure =>
  new Failure("too_many_requests", `Too many failed attempts. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });

/** Maximum failed attempts in any minute: of an account or a known browser, of a network, and of an OAuth client. */
const MAX_OF_ACCOUNT = 10;
const MAX_OF_NETWORK = 100;
const MAX_OF_CLIENT = 60;

/** Limits of a browser that the user has signed in with before. Failures in other browsers do not count for it. */
export const limitsOfDevice = (token: string): Limit[] => [
  { subject: subject("device", token), most: MAX_OF_ACCOUNT },
];

/** Limits of an unknown browser: of the account with the email address, whether it exists or not, and of the network. */
export const limitsOfStranger = ({ email, address }: { email: string; address: string }): Limit[] => [
  { subject: subjectOfAccount(email), most: MAX_OF_ACCOUNT },
  { subject: subject("network", networkOf(address)), most: MAX_OF_NETWORK },
];

/** Limits of requests with the id of an OAuth client and a wrong secret, whether the client exists or not. */
export const limitsOfClient = (clientId: string): Limit[] => [
  { subject: subject("client", clientId), most: MAX_OF_CLIENT },
];

/** The subject of an account in the limits; the same for every spelling of its email address. */
export const subjectOfAccount = (email: string): string => subject("account", email.trim().toLowerCase());

/** Hashed, so that the table contains no email addresses of people who are not users. */
const subject = (kind: string, text: string): string => `${kind}-${sha256(text)}`;

const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/** Returns the network that one customer of a provider has: the IPv4 address itself, or 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [start = [], end = []] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: GROUPS - start.length - end.length }, () => "0");
  const groups = [...start, ...zeros, ...end].slice(0, GROUPS_OF_NETWORK);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}
