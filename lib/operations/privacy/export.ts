import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { everyItem, type RawItem } from "#lib/table/every-item.ts";
import { findPerson, hangsOn, isBooker, isOfUser, mentions, type Person } from "./person.ts";
import { keepReceipt } from "./receipt.ts";

/** Everything kept of one person: items by kind. */
export interface PersonExport {
  email: string;
  exportedAt: string;
  items: Record<string, RawItem[]>;
}

/** Where an item lies, and what proves who somebody is: nobody is told that. */
const HIDDEN = /^(pk|sk|GSI\d.*|entity|auditEntry|passwordHash|passwordMark|hash|sealed.*|oldSecrets|tat)$/;
/** What a booking says to everybody who takes part in it. */
const SHARED = ["id", "uid", "title", "startTime", "endTime", "status", "createdAt"] as const;

/** Collects everything kept of a person: as a user all that is theirs, as an attendee what concerns them and no other attendee. */
export async function exportPerson(caller: Caller, address: string): Promise<PersonExport> {
  requireSystemAdmin(caller);
  const person = await findPerson(address);
  const items: Record<string, RawItem[]> = {};
  for await (const page of everyItem())
    for (const item of page) {
      const shown = shownTo(person, item);
      if (!shown) continue;
      const kind = String(item["entity"]);
      items[kind] ??= [];
      items[kind].push(shown);
    }
  await keepReceipt(address, "exported");
  return { email: address.trim().toLowerCase(), exportedAt: nowIso(), items };
}

function shownTo(person: Person, item: RawItem): RawItem | undefined {
  const { userId, booked } = person;
  if (userId !== undefined && isOfUser(userId, item)) return visible(item);
  if (item["entity"] === "payment" && hangsOn(booked, item)) return visible(item);
  if (!mentions(person, item)) return undefined;
  if (item["entity"] === "booking") return bookingShownTo(person, item);
  if (item["entity"] === "attendee") return isTheirs(person, item["email"]) ? visible(item) : undefined;
  const { trigger, createdAt, bookingId } = item;
  return { trigger, createdAt, bookingId };
}

const isTheirs = ({ emails }: Person, email: unknown): boolean =>
  typeof email === "string" && emails.has(email.toLowerCase());

/** Of a booking of others: what all are told, the person's own place, and their answers where they booked it. */
function bookingShownTo(person: Person, item: RawItem): RawItem {
  const attendees = Object.values((item["attendees"] ?? {}) as Record<string, { email: string }>);
  return {
    ...Object.fromEntries(SHARED.map((name) => [name, item[name]])),
    attendees: attendees.filter(({ email }) => isTheirs(person, email)),
    ...(isBooker(item, person) && { responses: item["responses"] }),
  };
}

const visible = (item: RawItem): RawItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !HIDDEN.test(name)));
