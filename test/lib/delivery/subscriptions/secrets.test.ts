import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook } from "#client/verify-webhook.ts";
import { WebhookSecret } from "#lib/delivery/subscriptions/input.ts";
import { newSecret, signatureHeaders } from "#lib/delivery/subscriptions/secrets.ts";

const at = Date.now();
const body = '{"triggerEvent":"BOOKING_CREATED","payload":{"title":"Zürich ☕"}}';

const base64 = (bytes: number): string => Buffer.alloc(bytes, 7).toString("base64");

test.each([
  ...[16, 17, 18, 24, 32, 64].map((bytes) => `whsec_${base64(bytes)}`),
  "any other text",
  "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=",
])("%s is accepted, and the official library verifies its signatures", async (secret) => {
  expect(WebhookSecret.parse(secret)).toBe(secret);
  const headers = signatureHeaders({ id: "1", at, body, secrets: [secret] });
  expect(await verifyWebhook({ body, headers, secret })).toEqual(JSON.parse(body));
});

test.each([
  ["too short", base64(15)],
  ["a length that base64 can't have", "A".repeat(25)],
  ["too little padding", `${"A".repeat(22)}=`],
  ["no padding, which Go and Python require", "A".repeat(22)],
  ["too much padding", `${base64(18)}==`],
  ["another alphabet", "-".repeat(24)],
])("whsec_ with %s after it is rejected", (_, suffix) => {
  expect(WebhookSecret.safeParse(`whsec_${suffix}`).success).toBe(false);
});

test("a generated secret is whsec_ and 32 bytes in base64", () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(newSecret());
});

test("the official library verifies a signature with a secret of any text", () => {
  const secret = "correct horse battery stäple";
  const headers = signatureHeaders({ id: "dlv_1", at, body, secrets: [secret] });
  expect(new Webhook(Buffer.from(secret), { format: "raw" }).verify(body, headers)).toEqual(JSON.parse(body));
});

test("each attempt is signed with its own time and the same id", () => {
  const secret = newSecret();
  const first = signatureHeaders({ id: "dlv_1", at: 1_767_600_000_000, body, secrets: [secret] });
  const second = signatureHeaders({ id: "dlv_1", at: 1_767_600_005_000, body, secrets: [secret] });
  expect(first["webhook-timestamp"]).toBe("1767600000");
  expect(second["webhook-timestamp"]).toBe("1767600005");
  expect(second["webhook-id"]).toBe(first["webhook-id"]);
  expect(second["webhook-signature"]).not.toBe(first["webhook-signature"]);
});

test("with several valid secrets there is one signature of each, newest first, and X-Cal-Signature-256 uses the newest", () => {
  const secrets = [newSecret(), "any other text", newSecret()];
  const headers = signatureHeaders({ id: "dlv_1", at, body, secrets });
  const alone = secrets.map((secret) => signatureHeaders({ id: "dlv_1", at, body, secrets: [secret] }));
  expect(headers["webhook-signature"]).toBe(alone.map((one) => one["webhook-signature"]).join(" "));
  expect(headers["X-Cal-Signature-256"]).toBe(alone[0]?.["X-Cal-Signature-256"]);
  for (const secret of [secrets[0], secrets[2]])
    expect(new Webhook(secret ?? "").verify(body, headers)).toEqual(JSON.parse(body));
});

test("no request is sent without a signature", () => {
  expect(() => signatureHeaders({ id: "dlv_1", at, body, secrets: [] })).toThrow("unsigned");
});
