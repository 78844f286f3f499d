import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { Failure, invalidField } from "#lib/failures.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import { isObject } from "#lib/platform/is-object.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { entity, type Stored } from "#lib/storage/table/entity.ts";
import { put } from "#lib/storage/table/operations.ts";
import type { PersonalData } from "#lib/storage/table/personal.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { type ResultRecorder, recordResult } from "#lib/storage/table/write.ts";
import type { ParsedEvent } from "./body-parsers.ts";
import { headerOf } from "./headers.ts";
import type { EndpointSpec, InputShape, SecretField, WriteSpec } from "./spec.ts";

const RECORD_DAYS = 1;
const LONGEST_KEY = 255;

/** A result with personal data is deleted as a whole, because it is only stored for a day. */
const RESULT_DATA: readonly PersonalData[] = [
  ...["result.*", "result.*.*", "result.*.*.*"].map((at) => ({
    of: "user" as const,
    at,
    address: "email",
    fields: "delete item" as const,
  })),
  ...["result.userId", "result.connection.userId"].map((id) => ({
    of: "user" as const,
    id,
    fields: "delete item" as const,
  })),
  // The result may have a former address.
  { of: "attendee", at: "result.attendees.*", id: "id", fields: "delete item" },
  { of: "participant", id: "result.booking.id", fields: "delete item" },
  { of: "participant", id: "result.attendee.bookingId", fields: "delete item" },
];

/**
 * The result of a call with an Idempotency-Key. `key` is a hash of user, credential, endpoint and header, `request` a hash of header and
 * request: it may contain a password, so the hash has a client's random key in it. A secret in the result is stored separately in `sealed`, encrypted.
 */
export const IdempotencyRecord = entity({
  name: "kept-result",
  key: { pk: "IK#{key}", sk: "#" },
  schema: z.object({
    key: z.string(),
    request: z.string(),
    result: z.record(z.string(), z.unknown()),
    sealed: z.string().optional(),
    ttl: z.int(),
  }),
  attributes: ["key"],
  personal: RESULT_DATA,
});

/** The result of a call, and whether it was recorded by an earlier call. */
export interface Outcome<T> {
  result: T;
  isReplay: boolean;
}

/** The part of a spec that determines how its results are stored. */
type RecordSpec<T> = Pick<WriteSpec<InputShape, z.ZodType, T>, "id" | "result" | "secret">;

interface IdempotentCall<T> {
  spec: RecordSpec<T> & Pick<EndpointSpec, "scopes">;
  caller: Caller;
  event: ParsedEvent;
}

/**
 * Runs a call, or returns the recorded result of the same call. The record is written in the transaction of the call, where its condition
 * fails for a replay. So the first call takes no further round trip, and concurrent calls have one effect. Only successful results are
 * recorded.
 *
 * @throws {Failure} `idempotency_key_reused` if the key was used for a different request
 */
export async function runOnce<T>(
  { spec, caller, event }: IdempotentCall<T>,
  run: () => Promise<T>,
): Promise<Outcome<T>> {
  const header = headerOf(event, "idempotency-key");
  if (header === undefined || spec.scopes === "public") return { result: await run(), isReplay: false };
  if (header.length === 0 || header.length > LONGEST_KEY)
    throw invalidField("#/header/Idempotency-Key", `must have 1 to ${LONGEST_KEY} characters`);
  return runOnceByKey({ spec, caller, key: header, request: requestParts(event) }, run);
}

/** A call with a key; `request` is the whole request without its credential. */
interface KeyedCall<T> {
  spec: RecordSpec<T>;
  caller: Caller;
  key: string;
  request: readonly unknown[];
}

/**
 * Runs a call with a key, as {@link runOnce} does.
 *
 * @throws {Failure} `idempotency_key_reused` if the key was used for a different request
 */
export async function runOnceByKey<T>(
  { spec, caller, key, request }: KeyedCall<T>,
  run: () => Promise<T>,
): Promise<Outcome<T>> {
  const call = {
    key: hash([caller.userId, caller.credentialId, spec.id, key]),
    request: hash([key, ...request]),
  };
  try {
    return { result: await recordResult(recorderOf(spec.secret, call), run), isReplay: false };
  } catch (error) {
    // It must be sent again, although its result may be recorded: what follows the record was not done.
    if (error instanceof Failure && error.code === "temporarily_unavailable") throw error;
    const record = await findItem(IdempotencyRecord, call);
    if (!record) throw error;
    if (record.request !== call.request)
      throw new Failure(
        "idempotency_key_reused",
        "Idempotency-Key was already used for a different request. Send a new key.",
      );
    return { result: await resultIn(spec, record), isReplay: true };
  }
}

const hash = (parts: readonly unknown[]): string => sha256(JSON.stringify(parts));

/** The request without its credential, which may be in the query. */
function requestParts({ httpMethod, path, multiValueQueryStringParameters, rawBody }: ParsedEvent) {
  const query = Object.entries(multiValueQueryStringParameters ?? {}).filter(([name]) => name !== "apiKey");
  return [httpMethod, path, query.toSorted(), rawBody];
}

const alreadyProcessed = new Failure("conflict", "This request was already processed.");

interface RecordKey {
  key: string;
  request: string;
}

const recorderOf = (secret: SecretField | undefined, call: RecordKey): ResultRecorder => ({
  createRecord: (result) => createRecord(secret, call, result),
  rejectReplay: async () => {
    if (await findItem(IdempotencyRecord, call)) throw alreadyProcessed;
  },
});

async function createRecord(secret: SecretField | undefined, call: RecordKey, result: unknown) {
  if (!isObject(result)) throw new TypeError("the result of a use case is no object");
  const { [secret?.field ?? ""]: text, ...others } = result;
  const record = {
    ...call,
    result: others,
    ttl: expiryInDays(RECORD_DAYS),
    ...(secret &&
      typeof text === "string" && { sealed: await secret.encrypt(text, { idempotencyKey: call.key }) }),
  };
  return put(IdempotencyRecord, record, { failure: alreadyProcessed });
}

async function resultIn<T>(
  { result: schema, secret }: RecordSpec<T>,
  { key, result, sealed }: Stored<typeof IdempotencyRecord>,
): Promise<T> {
  if (secret === undefined || sealed === undefined) return schema.parse(result);
  return schema.parse({ ...result, [secret.field]: await secret.decrypt(sealed, { idempotencyKey: key }) });
}
