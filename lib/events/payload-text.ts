/** Bytes of an event's payload at most: the table keeps 400 KB an item. */
const LARGEST = 350 * 1024;

/**
 * The JSON text of a payload. Of a thousand attendees with long names only the first are told, as many as an event holds:
 * an event that could not be written would keep the booking from being changed at all.
 */
export function payloadText<P extends { attendees: readonly unknown[] }>(payload: P): string {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) <= LARGEST) return text;
  let room = LARGEST - Buffer.byteLength(JSON.stringify({ ...payload, attendees: [] }));
  const attendees: unknown[] = [];
  for (const attendee of payload.attendees) {
    room -= Buffer.byteLength(JSON.stringify(attendee)) + 1;
    if (room < 0) break;
    attendees.push(attendee);
  }
  return JSON.stringify({ ...payload, attendees });
}
