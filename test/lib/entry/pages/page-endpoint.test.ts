import { expect, test } from "vitest";
import { html } from "#lib/entry/pages/html.ts";
import { type PageResponse, pageEndpoint } from "#lib/entry/pages/page-endpoint.ts";
import { formTarget } from "#lib/entry/pages/page-headers.ts";
import type { Visit } from "#lib/entry/pages/visit.ts";
import { Failure } from "#lib/failures.ts";
import { gatewayEvent, LAMBDA_CONTEXT, REQUEST_ID } from "#test/support/calls/gateway-event.ts";
import { captureLines } from "#test/support/calls/invoke.ts";

const ROUTE = "GET /auth/things";
const FORM_ROUTE = "POST /auth/things";

type Run = (visit: Visit) => Promise<PageResponse>;

const endpointOf = (run: Run, route: typeof ROUTE | typeof FORM_ROUTE = ROUTE) =>
  pageEndpoint(
    { id: "things.show", summary: "Show things", route, input: {}, failures: [], permissions: [] },
    run,
  );

/** Requests a page with this implementation. */
const open = (run: Run, query = { a: ["1", "2"] }) =>
  endpointOf(run)(gatewayEvent(ROUTE, { query }), LAMBDA_CONTEXT);

const page = { title: "Things", main: html`<h1>Things</h1>` };

test("an unexpected error returns a page with the request id, without the text of the error", async () => {
  const lines = captureLines();
  const answer = await open(() => Promise.reject(new Error("the password is 1234")));
  expect(answer).toMatchObject({ statusCode: 500, headers: { "Content-Type": "text/html; charset=utf-8" } });
  expect(answer.body).toContain(REQUEST_ID);
  expect(answer.body).toContain("operator");
  expect(answer.body + JSON.stringify(lines())).not.toContain("1234");
});

test("a failure returns a page with its escaped text, and its headers", async () => {
  const failure = new Failure("too_many_requests", "<b>Wait</b>", { headers: { "Retry-After": "7" } });
  const answer = await open(() => Promise.reject(failure));
  expect(answer).toMatchObject({ statusCode: 429, headers: { "Retry-After": "7" } });
  expect(answer.body).toContain("&lt;b&gt;Wait&lt;/b&gt;");
});

test("a page gets every value of a parameter", async () => {
  let lastVisit: Visit | undefined;
  await open(async (visit) => {
    lastVisit = visit;
    return { page };
  });
  expect(lastVisit).toMatchObject({ query: { a: ["1", "2"] }, form: {} });
});

test("a parameter of more than 4,096 characters is rejected", async () => {
  const longest = await open(async () => ({ page }), { a: ["x".repeat(4_096)] });
  expect(longest.statusCode).toBe(200);
  const answer = await open(async () => ({ page }), { a: ["x".repeat(4_097)] });
  expect(answer.statusCode).toBe(400);
  expect(answer.body).toContain("can have at most 4096 characters");
});

test("a form of more than 65,536 bytes is rejected", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const send = (bytes: number) => {
    const body = Array.from({ length: 16 }, (_, at) => `${at}=${"x".repeat(4_000)}`).join("&");
    const event = gatewayEvent(FORM_ROUTE, { headers, body: body.padEnd(bytes, "&") });
    return endpointOf(async () => ({ page }), FORM_ROUTE)(event, LAMBDA_CONTEXT);
  };
  expect((await send(65_536)).statusCode).toBe(200);
  const answer = await send(65_537);
  expect(answer.statusCode).toBe(413);
  expect(answer.body).toContain("The form can have at most 65536 bytes.");
});

test("a redirect is 303 without a body, and can change cookies", async () => {
  const answer = await open(async () => ({ redirectTo: "/elsewhere", cookies: { session: null } }));
  expect(answer).toMatchObject({ statusCode: 303, headers: { Location: "/elsewhere" }, body: "" });
  expect(answer.multiValueHeaders?.["Set-Cookie"]).toHaveLength(1);
});

test("a redirect passes a notice to the next page, which shows it once", async () => {
  const notice = { kind: "done", text: "Saved <b>1</b>" } as const;
  const sent = await open(async () => ({ redirectTo: "/things", notice }));
  const cookies = sent.multiValueHeaders?.["Set-Cookie"] ?? [];
  expect(cookies[0]).toContain("; Max-Age=60;");
  const [cookie = ""] = cookies[0]?.split(";") ?? [];
  let lastVisit: Visit | undefined;
  const read = async (answer: PageResponse, sentCookie: string) => {
    const event = gatewayEvent(ROUTE);
    const handler = endpointOf(async (visit) => {
      lastVisit = visit;
      return answer;
    });
    return handler({ ...event, multiValueHeaders: { cookie: [sentCookie] } }, LAMBDA_CONTEXT);
  };
  const shown = await read({ page }, cookie);
  expect(lastVisit?.notice).toEqual(notice);
  expect(shown.multiValueHeaders?.["Set-Cookie"]?.[0]).toMatch(/notice=; .*Max-Age=0/);
  expect((await read({ redirectTo: "/elsewhere" }, cookie)).multiValueHeaders).toBeUndefined();
  for (const value of ["%%", "bm90IEpTT04", Buffer.from('{"kind":"x"}').toString("base64url")]) {
    await read({ page }, `__Host-almanac-notice=${value}`);
    expect(lastVisit?.notice).toBeUndefined();
  }
});

test.each([
  ["https://app.example.com/callback?a=b", "https://app.example.com"],
  ["http://127.0.0.1:7000/cb", "http://127.0.0.1:7000"],
  ["http://[::1]:7000/cb", "http:"],
])("a form may redirect to %s with the CSP source %s", (redirectUri, source) => {
  expect(formTarget(redirectUri)).toBe(source);
});
