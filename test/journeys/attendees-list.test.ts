import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AttendeeItem, AttendeeLocator, Attendees } from "#lib/bookings/attendees/entity.ts";
import { TallyItem } from "#lib/lists/entity.ts";
import { present } from "#lib/table/condition.ts";
import { remove } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/read.ts";
import { transact } from "#lib/table/write.ts";
import { deniedCalls } from "#test/contract/grants.ts";
import { clientOf } from "#test/support/api-client.ts";
import { idsIn } from "#test/support/ask-for-list.ts";
import { makeSomebody, type Somebody } from "#test/support/builders.ts";
import { useCloud } from "#test/support/cloud.ts";
import { oldAttendee } from "#test/support/old-hanging.ts";
import { seedFolder } from "#test/support/seed-folder.ts";
import { seededItems } from "#test/support/seeded-items.ts";

const COUNT = 20_000;
const MEGABYTE = 1_024 * 1_024;
const directory = mkdtempSync(join(tmpdir(), "almanac-attendees-"));
beforeAll(() => seedFolder(directory, seededItems("attendees", { count: COUNT, hosts: 1 })));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const cloud = useCloud({ directory });
let host: Somebody;
let admin: Somebody;
beforeAll(async () => {
  // The first user is the host of all of them.
  [host, admin] = [await makeSomebody(), await makeSomebody("ADMIN")];
});

const ids = Array.from({ length: COUNT }, (_, at) => at + 1);
const list = async ({ key }: Somebody, query: string) => {
  const answer = await clientOf(cloud().baseUrl)({ method: "GET", path: `/attendees${query}`, key });
  return { ids: idsIn({ ...answer }), total: answer.headers["x-total-count"] };
};
const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;

/** Reads the whole list as it comes, and says what this process, with the function in it, took at most meanwhile. */
async function readWhole({ key }: Somebody): Promise<{ ids: number[]; memory: string }> {
  const headers = { Authorization: `Bearer ${key}` };
  const before = process.memoryUsage().rss;
  const { body } = await fetch(`${cloud().baseUrl}/attendees`, { headers });
  const chunks: Uint8Array[] = [];
  let most = before;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    most = Math.max(most, process.memoryUsage().rss);
  }
  const text = Buffer.concat(chunks).toString();
  const memory = `${megabytes(text.length)} read, ${megabytes(before)} before, ${megabytes(most)} at most`;
  return { ids: idsIn({ status: 200, headers: {}, text, json: JSON.parse(text) }), memory };
}

describe("a host with 20,000 attendees", () => {
  it("gets all of them in one answer, which is passed on as it is read", async () => {
    for (const turn of ["first", "second", "third"]) {
      const { ids: all, memory } = await readWhole(host);
      expect(all).toEqual(ids);
      console.log(`all attendees, the ${turn} time: ${memory}`);
    }
  }, 60_000);

  it("gets the last page as any other", async () => {
    for (const page of [1, 200, 400])
      expect(await list(host, `?take=50&page=${page}`)).toEqual({
        ids: ids.slice((page - 1) * 50, page * 50),
        total: "20000",
      });
  });
});

describe("a system admin", () => {
  const counts = async () => {
    const [row = {}] = await queryAll(TallyItem, { kind: "attendee" });
    return Object.entries(row).flatMap(([name, count]) => (/^n\d/.test(name) ? [Number(count)] : []));
  };
  const sum = async () => (await counts()).reduce((total, count) => total + count, 0);
  const soon = { timeout: 20_000, interval: 50 };

  it("sees them by page, counted from the stream when some come and when one goes", async () => {
    expect(await list(admin, "?take=50&page=400")).toEqual({ ids: ids.slice(-50), total: "20000" });
    const { userId } = host.caller;
    await transact(Attendees.create(oldAttendee({ id: COUNT + 100, userId })));
    await expect.poll(async () => (await counts()).length, soon).toBe(20);
    const before = await sum();
    const gone = { userId, id: 7, bookingId: 1 };
    await transact([remove(AttendeeItem, gone, { if: present("pk") }), remove(AttendeeLocator, { id: 7 })]);
    await expect.poll(sum, soon).toBe(before - 1);
    expect(await list(admin, "?take=2&page=4")).toEqual({ ids: [8, 9], total: "20000" });
    expect(deniedCalls(cloud().usage(), "stream.dispatch")).toEqual([]);
  }, 60_000);
});
