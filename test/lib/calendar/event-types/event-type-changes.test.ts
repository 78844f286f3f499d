import { describe, expect, it } from "vitest";
import { deleteEventType } from "#lib/calendar/event-types/delete.ts";
import { getEventType } from "#lib/calendar/event-types/get.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { copies, create } from "./event-type-calls.ts";

useLocalTable();

describe("changing an event type", () => {
  it("changes both of its copies, and only the given fields", async () => {
    const host = await makeHost();
    const before = await makeEventType(host, { description: "As it was", price: 100 });
    const after = await updateEventType(host, before, { title: "New", hidden: true });
    expect(after).toMatchObject({ ...before, title: "New", hidden: true, version: expect.anything() });
    const [item, ofUser] = await copies(before);
    expect(item).toMatchObject({
      title: "New",
      hidden: true,
      description: "As it was",
      price: 100,
      version: 2,
    });
    expect(ofUser).toEqual(item);
  });

  it("applies every concurrent change", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const changes = [{ title: "A" }, { length: 45 }, { price: 5 }, { hidden: true }, { currency: "CHF" }];
    await Promise.all(changes.map((change) => updateEventType(host, eventType, change)));
    const [item, ofUser] = await copies(eventType);
    expect(item).toMatchObject({
      title: "A",
      length: 45,
      price: 5,
      hidden: true,
      currency: "CHF",
      version: 6,
    });
    expect(ofUser).toEqual(item);
  });

  it("can change the slug, which frees the old one", async () => {
    const host = await makeHost();
    const { id } = await create(host, { slug: "old" });
    await updateEventType(host, { id }, { slug: "new" });
    const other = await create(host, { slug: "old" });
    await expect(updateEventType(host, other, { slug: "new" })).rejects.toMatchObject({
      code: "conflict",
    });
    await updateEventType(host, { id }, { slug: "new" });
    expect(await getEventType(host, other.id)).toMatchObject({ slug: "old" });
  });

  it("is possible as a system admin, and does not change the owner", async () => {
    const [host, admin] = [await makeHost(), await makeHost("ADMIN")];
    const { id } = await makeEventType(host);
    expect(await updateEventType(admin, { id }, { title: "Edited" })).toMatchObject({ userId: host.userId });
    expect(await getEventType(host, id)).toMatchObject({ title: "Edited" });
  });
});

describe("deleting an event type", () => {
  it("removes both copies and frees its slug", async () => {
    const host = await makeHost();
    const eventType = await create(host, { slug: "intro" });
    await deleteEventType(host, eventType);
    expect(await copies(eventType)).toEqual([undefined, undefined]);
    await expect(getEventType(host, eventType.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await create(host, { slug: "intro" })).toMatchObject({ slug: "intro" });
  });

  it("succeeds for one of ten concurrent calls, and is not_found for the others", async () => {
    const host = await makeHost();
    const { id } = await makeEventType(host);
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => deleteEventType(host, { id })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of tries)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "not_found" });
  });
});
