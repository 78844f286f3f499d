import { beforeEach, expect, test } from "vitest";
import { findGrant } from "#lib/oauth/grants/find.ts";
import { CONSENT } from "#lib/oauth/pages/show-authorize.ts";
import { submitConsent } from "#lib/oauth/pages/submit-consent.ts";
import { formFor } from "#lib/pages/forms.ts";
import type { Visit } from "#lib/pages/visit.ts";
import { createSession } from "#lib/sign-in/session.ts";
import { getItem } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { ISSUER, makeClient, REDIRECT_URI, redeem } from "#test/support/builders/oauth.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
beforeEach(() => {
  captureLines();
});

/** Creates a signed-in user with the consent page of a new application. */
async function openConsentPage() {
  const [host, made] = [await makeHost(), await makeClient()];
  const user = await getItem(UserItem, { id: host.userId });
  if (!user) throw new Error("the user does not exist");
  const session = await createSession(user);
  const query = { client_id: [made.client.id], redirect_uri: [REDIRECT_URI], state: ["s"] };
  const rest = { device: undefined, baseUrl: ISSUER, notice: undefined, address: "192.0.2.1" };
  const visit: Visit = { query, form: {}, session, ...rest };
  const showForm = (): string => formFor(visit, CONSENT, session).formToken;
  const allow = async (formToken: string) => {
    const answer = await submitConsent({ ...visit, form: { form_token: formToken, decision: "allow" } });
    if (!("redirectTo" in answer)) throw new Error("the consent has no redirect");
    const { code = "", ...others } = Object.fromEntries(new URL(answer.redirectTo).searchParams);
    expect(others).toEqual({ state: "s", iss: ISSUER });
    return code;
  };
  return { host, made, showForm, allow };
}

test("a consent form that is sent several times, in parallel or later, redirects with the first code", async () => {
  const { made, showForm, allow } = await openConsentPage();
  const form = showForm();
  const codes = await Promise.all([allow(form), allow(form), allow(form)]);
  codes.push(await allow(form));
  expect(new Set(codes).size).toBe(1);
  expect(codes[0]).toMatch(/^ac_[\w-]{43}$/);
  await expect(redeem(made, codes[0] ?? "")).resolves.toBeDefined();
});

test("a consent form that is sent again after its code was redeemed returns the same code and does not end the grant", async () => {
  const { host, made, showForm, allow } = await openConsentPage();
  const form = showForm();
  const code = await allow(form);
  await redeem(made, code);
  expect(await allow(form)).toBe(code);
  expect(await findGrant(host.userId, made.client.id)).toBeDefined();
});

test("each consent page has a separate code, also two pages of the same second", async () => {
  const { showForm, allow } = await openConsentPage();
  const [one, other] = [showForm(), showForm()];
  expect(await allow(one)).not.toBe(await allow(other));
});
