import { beforeEach, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { formFor } from "#lib/entry/pages/html-forms.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { revokeAllGrants } from "#lib/identity/oauth/grants/writes.ts";
import { CONSENT, showAuthorize } from "#lib/identity/oauth/pages/show-authorize.ts";
import { submitConsent } from "#lib/identity/oauth/pages/submit-consent.ts";
import { createSession } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { ISSUER, makeClient, REDIRECT_URI, redeem, refresh } from "#test/support/builders/oauth.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
let lines: ReturnType<typeof captureLines>;
beforeEach(() => {
  lines = captureLines();
});

const securityEvents = () => lines().filter(({ event }) => event === "security");

/** Creates a signed-in user with the consent page of a new application. */
async function openConsentPage() {
  const [host, made] = [await makeHost(), await makeClient()];
  const user = await findItem(UserItem, { id: host.userId });
  if (!user) throw new Error("the user does not exist");
  const session = await createSession(user);
  const query = { client_id: [made.client.id], redirect_uri: [REDIRECT_URI], state: ["s"] };
  const rest = {
    device: undefined,
    baseUrl: ISSUER,
    apiHost: "localhost",
    notice: undefined,
    address: "192.0.2.1",
  };
  const visit: Visit = { path: {}, query, form: {}, session, ...rest };
  const visitWith = (more: Visit["query"]): Visit => ({ ...visit, query: { ...query, ...more } });
  const showForm = (more: Visit["query"] = {}): string =>
    formFor(visitWith(more), CONSENT, session).formToken;
  /** Sends the form, and returns the address to which it redirects. */
  const send = async (formToken: string, more: Visit["query"] = {}, decision = "allow"): Promise<string> => {
    const answer = await submitConsent({ ...visitWith(more), form: { form_token: formToken, decision } });
    if (!("redirectTo" in answer)) throw new Error("the consent has no redirect");
    return answer.redirectTo;
  };
  const allow = async (formToken: string) => {
    const { code = "", ...others } = Object.fromEntries(new URL(await send(formToken)).searchParams);
    expect(others).toEqual({ state: "s", iss: ISSUER });
    return code;
  };
  const show = async (more: Visit["query"] = {}): Promise<string> => {
    const answer = await showAuthorize(visitWith(more));
    if (!("page" in answer)) throw new Error("the request shows no page");
    return String(answer.page.main);
  };
  return { host, made, showForm, send, allow, show };
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

describe("a consent form that is sent again", () => {
  test("after its code was redeemed redirects with a new code, and all tokens stay valid", async () => {
    const { host, made, showForm, allow } = await openConsentPage();
    const form = showForm();
    const tokens = await redeem(made, await allow(form));
    const codes = [await allow(form), await allow(form)];
    for (const code of codes) await expect(redeem(made, code)).resolves.toBeDefined();
    await expect(refresh(made, tokens.refresh_token)).resolves.toBeDefined();
    expect(await findGrant(host.userId, made.client.id)).toBeDefined();
    expect(securityEvents()).toEqual([]);
  });

  test("after its code expired redirects with a new code", async () => {
    const { made, showForm, allow } = await openConsentPage();
    const form = showForm();
    const first = await allow(form);
    setClock(() => Date.now() + 61_000);
    const second = await allow(form);
    expect(second).not.toBe(first);
    await expect(redeem(made, first)).rejects.toMatchObject({ code: "invalid_grant" });
    await expect(redeem(made, second)).resolves.toBeDefined();
  });

  test("after the access was revoked redirects with a code of a new grant", async () => {
    const { host, made, showForm, allow } = await openConsentPage();
    const form = showForm();
    await allow(form);
    await revokeAllGrants(OPERATOR, { userId: host.userId });
    await expect(redeem(made, await allow(form))).resolves.toBeDefined();
  });
});

describe("eleven minutes after the sign-in", () => {
  const elevenMinutesLater = () => setClock(() => Date.now() + 660_000);

  test("a new grant needs a new sign-in: the page asks for it, and the form redirects to the page", async () => {
    const { host, made, showForm, send, show } = await openConsentPage();
    const form = showForm();
    expect(await show()).toContain("requests access");
    elevenMinutesLater();
    const page = await show();
    expect(page).toContain("You signed in more than ten minutes ago.");
    expect(page).toMatch(/form method="post" action="[^"]*\/auth\/oauth2\/sign-in\?/);
    expect(await send(form)).toMatch(/\/auth\/oauth2\/authorize\?/);
    expect(await findGrant(host.userId, made.client.id)).toBeUndefined();
  });

  test("new scopes of a grant need a new sign-in, the same ones do not", async () => {
    const { host, made, showForm, send, show, allow } = await openConsentPage();
    await allow(showForm());
    elevenMinutesLater();
    expect(await show({ prompt: ["consent"] })).toContain("requests access");
    await expect(redeem(made, await allow(showForm()))).resolves.toBeDefined();
    const more = { scope: ["READ_BOOKING WRITE_WEBHOOK"] };
    expect(await show(more)).toContain("Sign in again");
    expect(await send(showForm(more), more)).toMatch(/\/auth\/oauth2\/authorize\?/);
    const grant = await findGrant(host.userId, made.client.id);
    expect(grant?.scopes).toEqual(["READ_BOOKING", "READ_PROFILE"]);
  });

  test("access can be denied", async () => {
    const { showForm, send } = await openConsentPage();
    elevenMinutesLater();
    expect(await send(showForm(), {}, "deny")).toContain("error=access_denied");
  });
});

test("each consent page has a separate code, also two pages of the same second", async () => {
  const { showForm, allow } = await openConsentPage();
  const [one, other] = [showForm(), showForm()];
  expect(await allow(one)).not.toBe(await allow(other));
});
