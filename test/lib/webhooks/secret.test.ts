import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newSecret, signatureHeaders } from "#lib/webhooks/secret.ts";

const body = '{"triggerEvent":"BOOKING_CREATED","payload":{"title":"Zürich ☕"}}';

test("a generated secret is whsec_ and 32 bytes in base64", () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSecret()).not.toBe(newSecret());
});

test("the official library verifies a signature made with a generated secret", () => {
  const secret = newSecret();
  const headers = signatureHeaders({ id: "dlv_1", at: Date.now(), body, secret });
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

test("the official library verifies a signature made with an own text", () => {
  const secret = "correct horse battery stäple";
  const headers = signatureHeaders({ id: "dlv_1", at: Date.now(), body, secret });
  expect(new Webhook(Buffer.from(secret), { format: "raw" }).verify(body, headers)).toEqual(JSON.parse(body));
});

test("the official library refuses a changed body", () => {
  const secret = newSecret();
  const headers = signatureHeaders({ id: "dlv_1", at: Date.now(), body, secret });
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
});

test("the older signature is the hex HMAC of the body, keyed with the secret as it is shown", () => {
  const secret = newSecret();
  const headers = signatureHeaders({ id: "dlv_1", at: Date.now(), body, secret });
  expect(headers["X-Cal-Signature-256"]).toBe(createHmac("sha256", secret).update(body).digest("hex"));
});

test("each attempt is signed anew with its own time, under the same id", () => {
  const secret = newSecret();
  const first = signatureHeaders({ id: "dlv_1", at: 1_767_600_000_000, body, secret });
  const second = signatureHeaders({ id: "dlv_1", at: 1_767_600_005_000, body, secret });
  expect(first["webhook-timestamp"]).toBe("1767600000");
  expect(second["webhook-timestamp"]).toBe("1767600005");
  expect(second["webhook-id"]).toBe(first["webhook-id"]);
  expect(second["webhook-signature"]).not.toBe(first["webhook-signature"]);
});
