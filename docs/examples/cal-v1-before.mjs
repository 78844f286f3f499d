// Lists event types, finds slots, books, reschedules and cancels, with a webhook. Usage: node FILE <API key> <subscriber URL>
const BASE = "https://api.cal.com/v1";
const [apiKey = "", subscriberUrl = ""] = process.argv.slice(2);

async function call(method, path, { query = {}, body } = {}) {
  const url = `${BASE}${path}?${new URLSearchParams({ apiKey, ...query })}`;
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
  return answer;
}

const eventTriggers = ["BOOKING_CREATED", "BOOKING_RESCHEDULED", "BOOKING_CANCELLED"];
const subscription = { subscriberUrl, eventTriggers, active: true, secret: "a secret of the client" };
const { webhooks } = await call("GET", "/webhooks");
const existing = webhooks.find((each) => each.subscriberUrl === subscriberUrl);
const { webhook } = existing
  ? await call("PATCH", `/webhooks/${existing.id}`, { body: subscription })
  : await call("POST", "/webhooks", { body: subscription });
console.log(`webhook ${webhook.subscriberUrl} receives ${webhook.eventTriggers.join(", ")}`);

const { event_types: eventTypes } = await call("GET", "/event-types");
const [{ id: eventTypeId, slug, length }] = eventTypes;
console.log(`event type ${slug}: ${length} minutes`);

const timeZone = "Europe/Berlin";
const days = { startTime: "2031-01-06T00:00:00.000Z", endTime: "2031-01-10T00:00:00.000Z" };
const { slots } = await call("GET", "/slots", { query: { eventTypeId, timeZone, ...days } });
const [first, second] = Object.values(slots).flatMap((day) => day.map(({ time }) => time));
console.log(`slots on ${Object.keys(slots).length} days, the first at ${first}`);

const responses = {
  name: "Ann Booker",
  email: "ann@example.com",
  location: { value: "integrations:daily", optionValue: "" },
};
const form = { eventTypeId, responses, timeZone, language: "en", metadata: {} };
const booked = await call("POST", "/bookings", { body: { ...form, start: first } });
console.log(`booked ${booked.startTime} for ${booked.attendees[0].email}: ${booked.status}`);

const moved = await call("POST", "/bookings", {
  body: { ...form, start: second, rescheduleUid: booked.uid },
});
console.log(`rescheduled to ${moved.startTime}`);

await call("DELETE", `/bookings/${moved.id}/cancel`, { query: { cancellationReason: "No time" } });
for (const { id } of [booked, moved]) {
  const { booking } = await call("GET", `/bookings/${id}`);
  console.log(`booking at ${booking.startTime}: ${booking.status}`);
}
