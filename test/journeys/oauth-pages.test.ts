import { beforeAll, describe, expect, test } from "vitest";
import type { Account } from "#lib/identity/users/account.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import {
  makePerson,
  newRequest,
  PASSWORD,
  returnedParameters,
  Visitor,
} from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const visitor = (): Visitor => new Visitor(cloud().baseUrl);

let ann: Account;
beforeAll(async () => {
  ann = await makePerson({ name: "Ann Archer" });
});

describe("the flow", () => {
  test("redirects from sign-in to consent and back to the application by 303", async () => {
    const browser = visitor();
    const parameters = await newRequest();
    const signIn = await browser.open(parameters);
    expect(signIn.status).toBe(200);
    expect(signIn.text).toContain("Room planner");
    const signedIn = await browser.send(signIn, "sign-in", { email: ann.email, password: PASSWORD });
    expect(signedIn.status).toBe(303);
    const consent = await browser.open(signedIn.location ?? "");
    for (const shown of ["Room planner", "Ann Archer", ann.email, "See your bookings", "app.example.com"])
      expect(consent.text).toContain(shown);
    const back = await browser.send(consent, "consent", { decision: "allow" });
    expect(back.status).toBe(303);
    expect(back.location).toMatch(/^https:\/\/app\.example\.com\/callback\?/);
    expect(returnedParameters(back)).toEqual({
      code: expect.stringMatching(/^ac_[\w-]{43}$/),
      state: parameters.state,
      iss: cloud().baseUrl,
    });
    expect(back.location?.match(/[?&]iss=/g)).toHaveLength(1);
  });

  test("returns access_denied if the user denies, and asks again the next time", async () => {
    const browser = visitor();
    const parameters = await newRequest();
    const consent = await browser.openConsentPage(parameters, ann.email);
    const back = await browser.send(consent, "consent", { decision: "deny" });
    expect(back.status).toBe(303);
    expect(returnedParameters(back)).toMatchObject({
      error: "access_denied",
      state: parameters.state,
      iss: cloud().baseUrl,
    });
    expect(returnedParameters(back)).not.toHaveProperty("code");
    expect((await browser.open(parameters)).text).toContain("Allow");
  });

  test("asks once for the same scopes: the next time it redirects directly, also from the sign-in page", async () => {
    const parameters = await newRequest();
    const browser = visitor();
    await browser.send(await browser.openConsentPage(parameters, ann.email), "consent", {
      decision: "allow",
    });
    const other = visitor();
    const page = await other.open(parameters);
    expect(page.headers.get("content-security-policy")).toContain(
      "form-action 'self' https://app.example.com;",
    );
    for (const back of [await browser.open(parameters), await other.signIn(page, ann.email)]) {
      expect(back.status).toBe(303);
      const { code, ...others } = returnedParameters(back);
      expect(code).toMatch(/^ac_/);
      expect(others).toEqual({ state: parameters.state, iss: cloud().baseUrl });
    }
  });

  test("describes each scope, and marks new ones", async () => {
    const browser = visitor();
    const parameters = await newRequest({ scope: "READ_BOOKING" });
    const first = await browser.openConsentPage(parameters, ann.email);
    expect(first.text).not.toContain("See your profile");
    await browser.send(first, "consent", { decision: "allow" });
    const more = await browser.open({ ...parameters, scope: "READ_BOOKING WRITE_WEBHOOK" });
    expect(more.text).toMatch(/Manage your webhooks <em>new<\/em>/);
    expect(more.text.match(/<em>new<\/em>/g)).toHaveLength(1);
  });

  test.each([
    [{ scope: "READ_BOOKING EVERYTHING" }, "invalid_scope"],
    [{ scope: "ADMIN" }, "invalid_scope"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ code_challenge: "a".repeat(43), code_challenge_method: "plain" }, "invalid_request"],
  ])("redirects to the application with the error for %o, before a user signs in", async (more, error) => {
    const page = await visitor().open(await newRequest(more));
    expect(page.status).toBe(303);
    expect(returnedParameters(page)).toMatchObject({ error, iss: cloud().baseUrl, state: "s-1 & <2>" });
  });

  test("escapes the names of applications and users", async () => {
    const name = `<script>alert(1)</script>"'&`;
    const mallory = await makePerson({ name: `<img src=x onerror=alert(1)>` });
    const browser = visitor();
    const signIn = await browser.open(await newRequest({}, { name }));
    const consent = await browser.signIn(signIn, mallory.email);
    for (const { text } of [signIn, consent]) {
      expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;");
      expect(text).not.toMatch(/<script|<img/);
    }
  });
});

test.each(["sign-in", "sign-out", "consent", "provider-sign-in"])(
  "the URL of the form %s shows the page when a browser opens it",
  async (form) => {
    const browser = visitor();
    const parameters = await newRequest();
    const address = `${cloud().baseUrl}/auth/oauth2/${form}?${new URLSearchParams(parameters)}`;
    const signIn = await browser.open(address);
    expect(signIn.status).toBe(200);
    const consent = await browser.signIn(signIn, ann.email);
    expect(consent.text).toContain("Allow");
    expect((await browser.open(address)).text).toContain("Allow");
  },
);
