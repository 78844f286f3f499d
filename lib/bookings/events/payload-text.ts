/** Bytes of an event's payload at most: the table keeps 400 KB an item. */
const LARGEST = 350 * 1024;
/** UTF-16 units of the longest text that is told whole, of ever smaller payloads; no address or name is longer than the last. */
const LONGEST_TEXTS = [4_096, 1_024, 256];

interface Lists {
  attendees: readonly unknown[];
  references: readonly unknown[];
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * The JSON text of a payload, which always fits: an event that could not be written would keep the booking from being changed at
 * all. Where it is too large long texts are cut; then only the first references, and then the first attendees, are told, as many as
 * fit. Answers are left out where there are thousands of them, within 32 KB of answers.
 */
export function payloadText<P extends Lists & { responses: object; userFieldsResponses: object }>(
  payload: P,
): string {
  const whole = JSON.stringify(payload);
  if (Buffer.byteLength(whole) <= LARGEST) return whole;
  const fits = (some: P): boolean => bytesOf({ ...some, attendees: [] }) <= LARGEST;
  let told = payload;
  for (const longest of LONGEST_TEXTS) if (!fits(told)) told = withTextsOf(payload, longest);
  if (!fits({ ...told, references: [] })) told = { ...told, responses: {}, userFieldsResponses: {} };
  const references = firstOf(told.references, bytesOf({ ...told, references: [], attendees: [] }));
  const attendees = firstOf(told.attendees, bytesOf({ ...told, references, attendees: [] }));
  return JSON.stringify({ ...told, references, attendees });
}

const withTextsOf = <P>(payload: P, longest: number): P =>
  JSON.parse(
    JSON.stringify(payload, (_, value) =>
      typeof value === "string" && value.length > longest
        ? `${value.slice(0, longest - 1).toWellFormed()}…`
        : value,
    ),
  );

/** As many elements as fit beside the rest of a payload. */
function firstOf(elements: readonly unknown[], besides: number): unknown[] {
  const first: unknown[] = [];
  let room = LARGEST - besides;
  for (const element of elements) {
    room -= bytesOf(element) + 1;
    if (room < 0) break;
    first.push(element);
  }
  return first;
}
