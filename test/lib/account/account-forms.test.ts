import { beforeEach, describe, expect, test } from "vitest";
import {
  ALL,
  CONNECT_CALENDAR,
  CREATE_API_KEY,
  REVOKE_ACCESS,
  SIGN_OUT_EVERYWHERE,
  UPDATE_CALENDAR,
} from "#lib/account/html-forms.ts";
import { submitConnectCalendar, submitUpdateCalendar } from "#lib/account/submit-calendar-forms.ts";
import {
  submitCreateApiKey,
  submitRevokeAccess,
  submitSignOutEverywhere,
} from "#lib/account/submit-forms.ts";
import { listCalendars } from "#lib/calendar/external/list.ts";
import type { Caller } from "#lib/caller.ts";
import { formFor } from "#lib/entry/pages/html-forms.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { listApiKeys } from "#lib/identity/api-keys/list.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { liveGrants } from "#lib/identity/credentials/live-credentials.ts";
import { createSession, findSignIn } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeCode } from "#test/support/builders/oauth.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
let caller: Caller;
let session: string;
beforeEach(async () => {
  caller = await makeHost();
  const user = await findItem(UserItem, { id: caller.userId });
  if (!user) throw new Error("the user does not exist");
  session = await createSession(user);
});

/** A form of the signed-in user, with its token. */
function visitOf(form: string, sent: { query?: Visit["query"]; form?: Visit["form"] } = {}): Visit {
  const page = { baseUrl: "https://api.example.com/v1", query: sent.query ?? {} };
  const { formToken } = formFor(page, form, session);
  return {
    ...page,
    ...{ path: {}, form: { form_token: formToken, ...sent.form }, session },
    ...{ device: undefined, notice: undefined, apiHost: "api.example.com", address: "192.0.2.1" },
  };
}

const textOf = (response: PageResponse): string | undefined =>
  "redirectTo" in response ? response.notice?.text : String(response.page.main);
const keyIn = (response: PageResponse): string | undefined =>
  /<p class="secret"[^>]*>([^<]*)</.exec(textOf(response) ?? "")?.[1];

const KEY_FORM = { form: { name: "Report", expires: "30" } };

test("a form with the token of another form does nothing", async () => {
  const stolen = visitOf(REVOKE_ACCESS, KEY_FORM);
  expect(await submitCreateApiKey(stolen)).toMatchObject({ status: 403 });
  expect(await listApiKeys(caller, caller.userId)).toEqual([]);
});

test("a form sent twice creates one API key; sent again after it is revoked, it creates none", async () => {
  const visit = visitOf(CREATE_API_KEY, KEY_FORM);
  const [first, second] = [await submitCreateApiKey(visit), await submitCreateApiKey(visit)];
  expect([keyIn(first), keyIn(second)]).toEqual([expect.stringMatching(/./), keyIn(first)]);
  const [{ id = 0 } = {}, ...others] = await listApiKeys(caller, caller.userId);
  expect(others).toEqual([]);
  await revokeApiKey(caller, caller.userId, id);
  expect(await submitCreateApiKey(visit)).toMatchObject({
    notice: { text: "This API key was created before and is revoked." },
  });
});

test.each([
  [{ name: " ", expires: "30" }, "Enter a name"],
  [{ name: "Report", expires: "31" }, "Choose when"],
])("no API key is created by %j", async (form, problem) => {
  expect(textOf(await submitCreateApiKey(visitOf(CREATE_API_KEY, { form })))).toContain(problem);
  expect(await listApiKeys(caller, caller.userId)).toEqual([]);
});

describe("ten minutes after the sign-in", () => {
  beforeEach(() => passMinutes(10));

  test("no API key is created", async () => {
    expect(textOf(await submitCreateApiKey(visitOf(CREATE_API_KEY, KEY_FORM)))).toContain("Sign in again");
    expect(await listApiKeys(caller, caller.userId)).toEqual([]);
  });

  test("no calendar is chosen for bookings", async () => {
    const query = { calendar: ["1"], destination: ["yes"] };
    expect(textOf(await submitUpdateCalendar(visitOf(UPDATE_CALENDAR, { query })))).toContain(
      "Sign in again",
    );
  });
});

describe("access of applications", () => {
  const revoke = (grant: string) => submitRevokeAccess(visitOf(REVOKE_ACCESS, { query: { grant: [grant] } }));

  test("is revoked for one application, also by a form sent twice, or for all", async () => {
    for (const name of ["Planner", "Report", "Sync"])
      await makeCode(caller, (await makeClient({ name })).client);
    const [{ id = "" } = {}] = await liveGrants(caller.userId);
    for (const _ of [1, 2])
      expect(await revoke(id)).toMatchObject({
        notice: { kind: "done", text: expect.stringContaining("no longer has access") },
      });
    expect(await liveGrants(caller.userId)).toHaveLength(2);
    await revoke(ALL);
    expect(await liveGrants(caller.userId)).toEqual([]);
  });
});

test("a form sent twice connects one calendar", async () => {
  const visit = visitOf(CONNECT_CALENDAR, { query: { type: ["pushed"] }, form: { name: "Work" } });
  for (const _ of [1, 2])
    expect(textOf(await submitConnectCalendar(visit))).toBe("The calendar Work is connected.");
  expect(await readWholeList(listCalendars(caller, {}))).toHaveLength(1);
});

test("signing out everywhere ends the session, and keeps the browser known", async () => {
  const response = await submitSignOutEverywhere(visitOf(SIGN_OUT_EVERYWHERE));
  expect(response).toMatchObject({ cookies: { session: null, device: expect.stringMatching(/./) } });
  expect(await findSignIn(session)).toBeUndefined();
});
