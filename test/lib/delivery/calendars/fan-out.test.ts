import { describe, expect, it, vi } from "vitest";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { EventMessage } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { connectDestination, makeCalendarHost } from "#test/support/builders/calendar-hosts.ts";
import { connectPushed } from "#test/support/builders/calendars.ts";
import { at, makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useCalendarWrites } from "#test/support/cloud/calendar-writes.ts";
import { receiveAll } from "#test/support/cloud/delivery-queues.ts";
import { publishAll } from "#test/support/table/publish-all.ts";

const { aws, clock, takeMessages } = useCalendarWrites();

/** The messages of the events of all calls since. */
const messagesAfter = async (call: () => Promise<unknown>) => {
  await call();
  return takeMessages();
};

describe("the events of a booking become", () => {
  it("one message without content for each change of time or status", async () => {
    const { host, eventType } = await makeCalendarHost();
    const { userId } = host;
    let bookingId = 0;
    expect(
      await messagesAfter(async () => {
        bookingId = (await book(host, eventType, { start: at(9) })).id;
      }),
    ).toEqual([{ userId, bookingId }]);
    const changed = [{ userId, bookingId }];
    expect(await messagesAfter(() => change(host, bookingId, { start: at(10) }))).toEqual(changed);
    expect(await messagesAfter(() => cancel(host, bookingId))).toEqual(changed);
  });

  it("no message if calendars show nothing of it", async () => {
    const { host, eventType } = await makeCalendarHost();
    const { id } = await book(host, eventType, { start: at(9, 3) });
    await takeMessages();
    clock.advance(2 * 3_600);
    const path = { id: String(id) };
    const body = { host: true };
    expect(
      await messagesAfter(async () =>
        expect(await callEndpoint("bookings.no-show", host, { path, body })).toMatchObject({ status: 200 }),
      ),
    ).toEqual([]);
  });

  it("no message for hosts without a destination, among others with one", async () => {
    const team = await makeTeamOfHosts(3);
    const eventType = await makeTeamEventType(team, "COLLECTIVE");
    const [first, second, third = first] = team.hosts;
    await connectDestination(second);
    await connectPushed(third);
    const { id: bookingId } = await book(team.owner, eventType, { start: at(9) });
    expect(await takeMessages()).toEqual([{ userId: second.userId, bookingId }]);
  });

  it("messages about the new booking for its hosts, and about the original only for former hosts", async () => {
    const admin = await makeHost("ADMIN");
    const [one, other] = [await makeCalendarHost(), await makeCalendarHost()];
    const original = await book(one.host, one.eventType, { start: at(9) });
    await takeMessages();
    const secondType = await makeEventType(one.host);
    const same = await reschedule(one.host, secondType, { start: at(10), rescheduleUid: original.uid });
    expect(await takeMessages()).toEqual([{ userId: one.host.userId, bookingId: same.id }]);
    const moved = await reschedule(admin, other.eventType, { start: at(11), rescheduleUid: same.uid });
    expect((await takeMessages()).toSorted((a, b) => a.userId - b.userId)).toEqual([
      { userId: one.host.userId, bookingId: same.id },
      { userId: other.host.userId, bookingId: moved.id },
    ]);
  });
});

it("webhooks get their deliveries although the queue of calendars rejects messages, and only once", async () => {
  const { host, eventType } = await makeCalendarHost();
  const { id: webhookId } = await makeWebhook(host);
  const { id: bookingId } = await book(host, eventType, { start: at(9) });
  await publishAll();
  const events = (await receiveAll(aws(), "events")).map((body) => EventMessage.parse(body));
  vi.stubEnv("CALENDAR_WRITES_QUEUE_URL", `${aws().url}/000000000000/none`);
  await expect(fanOutEvents(events)).rejects.toThrow();
  expect(await receiveAll(aws(), "deliveries.fifo")).toMatchObject([{ webhookId }]);
  vi.unstubAllEnvs();
  await fanOutEvents(events);
  expect(await queryAll(DeliveryItem, { webhookId })).toHaveLength(1);
  expect(await takeMessages()).toEqual([{ userId: host.userId, bookingId }]);
});
