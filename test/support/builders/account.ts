import { putBusyTimes } from "#lib/calendar/external/busy-times.ts";
import { connectCalendars } from "#lib/calendar/external/connect.ts";
import { BusyTimesPut } from "#lib/calendar/external/input.ts";
import type { Caller } from "#lib/caller.ts";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { createApiKey } from "#lib/identity/api-keys/create.ts";
import { ApiKeyCreate } from "#lib/identity/api-keys/schema.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makePerson } from "#test/support/pages/visitor.ts";
import { makeSchedule } from "./builders.ts";
import { makeClient, makeCode } from "./oauth.ts";
import { makeWebhook } from "./webhook-builders.ts";

/** A user who can sign in, as an account and as a caller. */
export interface Owner {
  person: Account;
  caller: Caller;
}

/** Creates a user who can sign in with the password of the tests. */
export async function makeOwner(fields: Record<string, unknown> = {}): Promise<Owner> {
  const person = await makePerson(fields);
  return {
    person,
    caller: { userId: person.id, role: person.role, scopes: "all", credentialId: "key-0" },
  };
}

/** Grants a new application access to a user's account. */
export async function grantAccess({ caller }: Owner, name: string, scope = "READ_BOOKING"): Promise<void> {
  const { client } = await makeClient({ name });
  await makeCode(caller, client, { scope });
}

/** Creates an API key of a user and returns the key. */
export async function makeApiKey({ caller }: Owner, note: string | null): Promise<string> {
  const { key } = await createApiKey(caller, caller.userId, ApiKeyCreate.parse({ note }));
  return key;
}

/** Creates one of everything that the account page shows. */
export async function fillAccount(owner: Owner): Promise<void> {
  const { caller } = owner;
  await grantAccess(owner, "Room planner", "READ_BOOKING WRITE_BOOKING READ_PROFILE");
  await grantAccess(owner, "Calendar <b>sync</b>");
  await makeApiKey(owner, "Nightly report");
  await makeSchedule(caller, { name: "Office hours" });
  const { calendars } = await connectCalendars(
    caller,
    { type: "pushed", name: "Shift <b>plan</b>" },
    "example.com",
  );
  const busy = [{ start: "2031-03-04T09:00:00Z", end: "2031-03-04T10:00:00Z" }];
  const day = { from: "2031-03-04T00:00:00Z", to: "2031-03-05T00:00:00Z" };
  for (const { id } of calendars) await putBusyTimes(caller, { id }, BusyTimesPut.parse({ ...day, busy }));
  await makeWebhook(caller, { subscriberUrl: "https://example.com/healthy" });
  await makeWebhook(caller, { subscriberUrl: "https://example.com/switched-off", active: false });
  const { id: webhookId } = await makeWebhook(caller, { subscriberUrl: "https://example.com/failing" });
  const failing = { state: "failing", failures: 3, failingSince: "2031-03-01T08:30:00.000Z" } as const;
  const rest = { quickAnswersNeeded: 0, probes: 0, probeAt: null, releasedAt: null, turns: 0, version: 1 };
  await writeOne(put(WebhookHealth, { webhookId, ...failing, ...rest }));
}
