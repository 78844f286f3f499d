/** The most bytes of a payload. An item of the table can have 400 KB. */
const LARGEST = 350 * 1024;
/** UTF-16 units to which texts are cut, one limit after the other until the payload fits. Addresses and names are shorter than the last one. */
const TEXT_LIMITS = [4_096, 1_024, 256];

interface Lists {
  attendees: readonly unknown[];
  references: readonly unknown[];
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Renders a payload as JSON that always fits into an item: otherwise the booking could not be changed. In a payload that is too large, long
 * texts are cut, then all answers are removed if there are too many, then the last references and attendees that don't fit.
 */
export function payloadText<P extends Lists & { responses: object; userFieldsResponses: object }>(
  payload: P,
): string {
  const whole = JSON.stringify(payload);
  if (Buffer.byteLength(whole) <= LARGEST) return whole;
  const fits = (candidate: P): boolean => bytesOf({ ...candidate, attendees: [] }) <= LARGEST;
  let shortened = payload;
  for (const longest of TEXT_LIMITS) if (!fits(shortened)) shortened = cutTexts(payload, longest);
  if (!fits({ ...shortened, references: [] }))
    shortened = { ...shortened, responses: {}, userFieldsResponses: {} };
  const references = firstFitting(
    shortened.references,
    bytesOf({ ...shortened, references: [], attendees: [] }),
  );
  const attendees = firstFitting(shortened.attendees, bytesOf({ ...shortened, references, attendees: [] }));
  return JSON.stringify({ ...shortened, references, attendees });
}

const cutTexts = <P>(payload: P, longest: number): P =>
  JSON.parse(
    JSON.stringify(payload, (_, value) =>
      typeof value === "string" && value.length > longest
        ? `${value.slice(0, longest - 1).toWellFormed()}…`
        : value,
    ),
  );

/** Returns the first elements that fit beside the rest of a payload. */
function firstFitting(elements: readonly unknown[], otherBytes: number): unknown[] {
  const first: unknown[] = [];
  let room = LARGEST - otherBytes;
  for (const element of elements) {
    room -= bytesOf(element) + 1;
    if (room < 0) break;
    first.push(element);
  }
  return first;
}
