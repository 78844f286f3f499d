import { expect, it } from "vitest";
import { AssignmentItem } from "#lib/bookings/entity.ts";
import { MAX_ASSIGNMENTS } from "#lib/bookings/hosts/choose-hosts.ts";
import { putItems } from "#lib/storage/table/put-items.ts";
import {
  at,
  bookAndGetHostId,
  makeTeamEventType,
  makeTeamOfHosts,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";

const clock = useHostsTable();

it("a booking reads and counts the latest assignments only, however many there are", async () => {
  const made = await makeTeamOfHosts(2);
  const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
  const [first, second] = made.hosts;
  const older = MAX_ASSIGNMENTS * 1.5;
  const assignments = Array.from({ length: older + MAX_ASSIGNMENTS }, (_, made) => ({
    eventTypeId: eventType.id,
    userId: (made < older ? first : second).userId,
    bookingId: made,
    createdAt: new Date(clock.time - 86_400_000 + made * 1_000).toISOString(),
    ttl: clock.time / 1_000 + 86_400,
  }));
  await putItems(AssignmentItem, assignments);
  let read = 0;
  interceptInTest(async ({ command, send }) => {
    const response = await send();
    const isQuery = JSON.stringify(command.input).includes(`E#${eventType.id}`);
    if (isQuery && "ScannedCount" in response) read += response.ScannedCount ?? 0;
    return response;
  });
  expect(await bookAndGetHostId(made, eventType, at(9))).toBe(first.userId);
  expect(read).toBe(MAX_ASSIGNMENTS);
});
