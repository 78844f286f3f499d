import { beforeEach, describe, expect, test } from "vitest";
import {
  DISCONNECT_CALENDAR,
  REVOKE_ACCESS,
  REVOKE_API_KEY,
  SYNC_CALENDAR,
  UPDATE_CALENDAR,
  UPDATE_CALENDAR_CONNECTION,
} from "#lib/account/html-forms.ts";
import {
  submitDisconnectCalendar,
  submitSyncCalendar,
  submitUpdateCalendar,
  submitUpdateConnection,
} from "#lib/account/submit-calendar-forms.ts";
import { submitRevokeAccess, submitRevokeApiKey } from "#lib/account/submit-forms.ts";
import { formFor } from "#lib/entry/pages/html-forms.ts";
import type { PageResponse } from "#lib/entry/pages/page-endpoint.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { createSession } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
let session: string;
beforeEach(async () => {
  const user = await findItem(UserItem, { id: (await makeHost()).userId });
  if (!user) throw new Error("the user does not exist");
  session = await createSession(user);
});

/** A form of the signed-in user with any query: users can compute the token of each, because its key is their own cookie. */
function visitWith(form: string, query: Visit["query"]): Visit {
  const page = { baseUrl: "https://api.example.com/v1", query };
  const { formToken } = formFor(page, form, session);
  return {
    ...page,
    ...{ path: {}, form: { form_token: formToken, password: "app password" }, session },
    ...{ device: undefined, notice: undefined, apiHost: "api.example.com", address: "192.0.2.1" },
  };
}

type Submit = (visit: Visit) => Promise<PageResponse>;
const FORMS: [form: string, name: string, submit: Submit][] = [
  [REVOKE_API_KEY, "key", submitRevokeApiKey],
  [SYNC_CALENDAR, "calendar", submitSyncCalendar],
  [UPDATE_CALENDAR, "calendar", submitUpdateCalendar],
  [UPDATE_CALENDAR_CONNECTION, "connection", submitUpdateConnection],
  [DISCONNECT_CALENDAR, "connection", submitDisconnectCalendar],
];
const INVALID = {
  redirectTo: "/v1/account",
  notice: { kind: "problem", text: "The form is not valid. Nothing was changed." },
};

describe.each(FORMS)("the form %s", (form, name, submit) => {
  test.each(["abc", "", "-1", "1.5", "1e30", "99999999999999999999"])("rejects the id %j", async (id) => {
    expect(await submit(visitWith(form, { [name]: [id] }))).toMatchObject(INVALID);
  });

  test("rejects a missing id", async () => {
    expect(await submit(visitWith(form, {}))).toMatchObject(INVALID);
  });

  test("finds nothing with a large id", async () => {
    expect(await submit(visitWith(form, { [name]: ["999999999999999"] }))).not.toMatchObject(INVALID);
  });
});

test("the form that revokes access rejects an id that is too long for a key", async () => {
  const visit = visitWith(REVOKE_ACCESS, { grant: ["x".repeat(2_100)] });
  expect(await submitRevokeAccess(visit)).toMatchObject(INVALID);
});
