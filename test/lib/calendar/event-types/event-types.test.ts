import { describe, expect, it } from "vitest";
import { deleteEventType } from "#lib/calendar/event-types/delete.ts";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { getEventType } from "#lib/calendar/event-types/get.ts";
import { EventTypeCreate, EventTypeUpdate } from "#lib/calendar/event-types/input.ts";
import { listEventTypes } from "#lib/calendar/event-types/list.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { addMembership } from "#lib/identity/memberships/add.ts";
import { MembershipCreate } from "#lib/identity/memberships/schema.ts";
import { createTeam } from "#lib/identity/teams/create.ts";
import { TeamCreate } from "#lib/identity/teams/schema.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { copies, create } from "./event-type-calls.ts";

useLocalTable();
async function listed(caller: Caller, userId?: number): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of listEventTypes(caller, { userId }).read({})) ids.push(...page.map(({ id }) => id));
  return ids;
}

describe("creating an event type", () => {
  it("requires a title and a length; all other fields have defaults", async () => {
    const host = await makeHost();
    expect(await create(host)).toMatchObject({
      userId: host.userId,
      title: "Intro call",
      slug: "intro-call",
      length: 30,
      lengths: [],
      hidden: false,
      minimumBookingNotice: 0,
      seatsPerTimeSlot: null,
      price: 0,
      periodType: "UNLIMITED",
      teamId: null,
      bookableBy: "owner",
    });
  });

  it.each([
    ["Über-Gespräch  (30 min)!", "uber-gesprach-30-min"],
    ["x".repeat(200), "x".repeat(100)],
    [`${"x".repeat(99)} y`, "x".repeat(99)],
  ])("derives a slug from the title %s", async (title, slug) => {
    expect(await create(await makeHost(), { title })).toMatchObject({ slug });
  });

  it("derives a slug from the id if the title has no Latin letters", async () => {
    const { id, slug } = await create(await makeHost(), { title: "相談" });
    expect(slug).toBe(`event-${id}`);
  });

  it("has at least one location", async () => {
    const [host, link] = [await makeHost(), { value: "link", optionValue: "" }];
    expect(await create(host, {})).toMatchObject({ locations: [link] });
    const place = { value: "Main Street 1", optionValue: "" };
    const { id } = await create(host, { slug: "place", locations: [place] });
    expect(await getEventType(host, id)).toMatchObject({ locations: [place] });
    const none = EventTypeUpdate.parse({ locations: [] });
    expect(await updateEventType(host, { id }, none)).toMatchObject({ locations: [link] });
    const [item] = await copies({ id, userId: host.userId });
    expect(EventTypeItem.schema.parse({ ...item, locations: [] }).locations).toEqual([link]);
  });

  it("requires a slug that the owner does not use yet", async () => {
    const [host, other] = [await makeHost(), await makeHost()];
    await create(host, { slug: "intro" });
    await expect(create(host, { slug: "intro" })).rejects.toMatchObject({ code: "conflict" });
    expect(await create(other, { slug: "intro" })).toMatchObject({ slug: "intro", userId: other.userId });
  });

  it("accepts one of ten concurrent creates with the same slug", async () => {
    const host = await makeHost();
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => create(host, { slug: "intro" })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await listed(host)).toHaveLength(1);
  });

  it("is possible for another user only as a system admin", async () => {
    const [host, other, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
    expect(await create(host, { userId: other.userId })).toMatchObject({ userId: host.userId });
    expect(await create(admin, { userId: other.userId })).toMatchObject({ userId: other.userId });
    const limited: Caller = { ...admin, scopes: ["WRITE_BOOKING"] };
    expect(await create(limited, { userId: other.userId })).toMatchObject({ userId: admin.userId });
  });

  it("is rejected for an unknown user", async () => {
    const admin = await makeHost("ADMIN");
    await expect(create(admin, { userId: 999_999 })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [expect.objectContaining({ pointer: "#/userId" })],
    });
  });

  it.each([
    ["#/slug", { slug: "" }],
    ["#/periodStartDate", { periodStartDate: "2031-02-29" }],
    ["#/slotInterval", { slotInterval: 0 }],
    ["#/offsetStart", { offsetStart: -1 }],
    ["#/scheduleId", { scheduleId: "1" }],
    ["#/length", { length: 0 }],
    ["#/lengths/0", { lengths: [2161] }],
    ["#/currency", { currency: "usd" }],
    ["#/seatsPerTimeSlot", { seatsPerTimeSlot: 0 }],
    ["#/price", { price: -1 }],
    ["#/teamId", { teamId: -1 }],
    ["#/userId", { userId: -1 }],
    ["#/title", { title: "   " }],
    ["#/locations/0/optionValue", { locations: [{ value: "phone", optionValue: "" }] }],
    ["#/bookingFields/0/name", { bookingFields: [{ name: "1st", type: "text" }] }],
    ["#/sendEmails", { sendEmails: "yes" }],
    ["#/sendEmails", { sendEmails: { attendees: true } }],
    ["#/reminders/1", { reminders: [5, 4] }],
    ["#/reminders/0", { reminders: [43_201] }],
    ["#/reminders", { reminders: [5, 10, 15, 20] }],
    ["#/reminders", { reminders: [60, 60] }],
    ["#", { colour: "red" }],
  ])("rejects an invalid %s", (pointer, fields) => {
    const parsed = EventTypeCreate.safeParse({ title: "x", length: 30, ...fields });
    expect(parsed.error?.issues.map(({ path }) => ["#", ...path].join("/"))).toEqual([pointer]);
  });
});

describe("reading event types", () => {
  it("returns to owners their own in order, to strangers none and to system admins all", async () => {
    const [host, stranger, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
    const [first, second] = [await makeEventType(host), await makeEventType(host)];
    expect(await listed(host)).toEqual([first.id, second.id]);
    expect(await listed(stranger)).toEqual([]);
    expect(await listed(admin)).toEqual(expect.arrayContaining([first.id, second.id]));
    expect(await getEventType(host, first.id)).toMatchObject({ id: first.id });
    expect(await getEventType(admin, first.id)).toMatchObject({ id: first.id });
  });

  it("filters them by userId for system admins; for others it is ignored", async () => {
    const [owner, other] = [await makeHost(), await makeHost()];
    const { id } = await makeEventType(owner);
    expect(await listed(OPERATOR, owner.userId)).toEqual([id]);
    expect(await listed(owner, other.userId)).toEqual([id]);
    expect(await listed(other, owner.userId)).toEqual([]);
  });

  it("returns to strangers the same error as for a missing id", async () => {
    const [host, stranger] = [await makeHost(), await makeHost()];
    const { id } = await makeEventType(host);
    const failures = await Promise.all(
      [id, 999_999].map((each) => getEventType(stranger, each).catch((error: unknown) => error)),
    );
    expect(failures[0]).toEqual(failures[1]);
    expect(failures[0]).toMatchObject({ code: "not_found" });
    await expect(updateEventType(stranger, { id }, { title: "Mine" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(deleteEventType(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the team of an event type", () => {
  const makeTeam = () => createTeam(OPERATOR, TeamCreate.parse({ name: "Team" }));
  const join = (teamId: number, { userId }: Caller, accepted: boolean) =>
    addMembership(OPERATOR, MembershipCreate.parse({ teamId, userId, accepted }));
  const notMember = {
    code: "invalid_request",
    errors: [expect.objectContaining({ pointer: "#/teamId" })],
  };

  it("must be one of which the host is an accepted member", async () => {
    const [member, invited, stranger] = [await makeHost(), await makeHost(), await makeHost()];
    const { id: teamId } = await makeTeam();
    await join(teamId, member, true);
    await join(teamId, invited, false);
    expect(await create(member, { teamId })).toMatchObject({ teamId });
    await expect(create(invited, { teamId })).rejects.toMatchObject(notMember);
    await expect(create(stranger, { teamId })).rejects.toMatchObject(notMember);
    const { id } = await makeEventType(stranger);
    await expect(updateEventType(stranger, { id }, { teamId })).rejects.toMatchObject(notMember);
  });

  it("must be one of the host, not of the admin who creates the event type", async () => {
    const [host, admin] = [await makeHost(), await makeHost("ADMIN")];
    const { id: teamId } = await makeTeam();
    await join(teamId, admin, true);
    await expect(create(admin, { userId: host.userId, teamId })).rejects.toMatchObject(notMember);
  });
});
