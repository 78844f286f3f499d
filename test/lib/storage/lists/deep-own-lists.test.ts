import { beforeAll } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedItems } from "#test/support/builders/seed-items.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { testAttendeePages } from "./attendee-pages.ts";

const COUNT = 20_000;
useLocalTable({ items: () => seedItems("attendees", { count: COUNT, hosts: 1 }) });
let host: Caller;
beforeAll(async () => {
  host = await makeHost();
});

testAttendeePages(COUNT, () => host);
