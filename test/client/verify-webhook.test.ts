import { createHmac } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { verifyWebhook, type WebhookRefusal, type WebhookRequest } from "#client/verify-webhook.ts";

/** The test vector of Standard Webhooks and Svix. */
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const VECTOR = {
  body: '{"test": 2432232314}',
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  secret: SECRET,
  now: () => 1_614_265_330_000,
};
const ANOTHER_SIGNATURE = "v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=";

const verify = (changes: Partial<WebhookRequest> = {}) => verifyWebhook({ ...VECTOR, ...changes });
const withHeaders = (changes: Record<string, string | undefined>) =>
  verify({ headers: { ...VECTOR.headers, ...changes } });
const rejection = (reason: WebhookRefusal) =>
  expect.objectContaining({ name: "WebhookVerificationError", reason });

describe("verifyWebhook accepts", () => {
  it("the published test vector", async () => {
    expect(await verify()).toEqual({ test: 2_432_232_314 });
  });

  it("requests that the reference library signed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.uint8Array({ minLength: 1, maxLength: 64 }), async (body, key) => {
        const secret = `whsec_${Buffer.from(key).toString("base64")}`;
        const signature = new Webhook(secret).sign("msg_1", new Date(VECTOR.now()), body);
        const headers = { ...VECTOR.headers, "webhook-id": "msg_1", "webhook-signature": signature };
        expect(await verify({ body, headers, secret })).toEqual(JSON.parse(body));
      }),
      { numRuns: 100 },
    );
  });

  it("a body of bytes or text, and a secret without the prefix", async () => {
    const [body, secret] = [JSON.stringify({ title: "Tea – 茶" }), "our own secret, é"];
    const content = `${VECTOR.headers["webhook-id"]}.1614265330.${body}`;
    const signature = `v1,${createHmac("sha256", secret).update(content).digest("base64")}`;
    const headers = { ...VECTOR.headers, "webhook-signature": signature };
    for (const sent of [body, new TextEncoder().encode(body), Buffer.from(body)])
      expect(await verify({ body: sent, headers, secret })).toEqual(JSON.parse(body));
  });

  it.each([
    ["fetch's headers", new Headers(VECTOR.headers)],
    [
      "names in another case",
      {
        "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "WEBHOOK-TIMESTAMP": "1614265330",
        "Webhook-Signature": VECTOR.headers["webhook-signature"],
      },
    ],
    [
      "repeated headers",
      { ...VECTOR.headers, "webhook-signature": [ANOTHER_SIGNATURE, VECTOR.headers["webhook-signature"]] },
    ],
  ])("%s", async (_, headers) => {
    expect(await verify({ headers })).toEqual({ test: 2_432_232_314 });
  });

  it("one valid signature among several, and one valid secret among several", async () => {
    const signatures = [
      ANOTHER_SIGNATURE,
      ANOTHER_SIGNATURE.replace("v1", "v2"),
      "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
      VECTOR.headers["webhook-signature"],
    ];
    await expect(withHeaders({ "webhook-signature": signatures.join(" ") })).resolves.toBeDefined();
    await expect(verify({ secret: ["an older one", SECRET] })).resolves.toBeDefined();
  });

  it("clocks that differ by up to five minutes, or by the given tolerance", async () => {
    const seconds = (offset: number) => ({ now: () => VECTOR.now() + offset * 1000 });
    for (const offset of [-300, 0, 300]) await expect(verify(seconds(offset))).resolves.toBeDefined();
    await expect(verify(seconds(301))).rejects.toEqual(rejection("too old"));
    await expect(verify(seconds(-301))).rejects.toEqual(rejection("too new"));
    await expect(verify({ ...seconds(11), toleranceSeconds: 10 })).rejects.toEqual(rejection("too old"));
  });
});

describe("verifyWebhook rejects", () => {
  it.each(Object.keys(VECTOR.headers))("a request without %s", async (name) => {
    await expect(withHeaders({ [name]: undefined })).rejects.toEqual(rejection("missing header"));
    await expect(withHeaders({ [name]: "" })).rejects.toEqual(rejection("missing header"));
  });

  it.each(["hello", "1614265330.5", "-1614265330", "1614265330 ", "NaN", "9".repeat(400)])(
    "the timestamp %s",
    async (timestamp) => {
      await expect(withHeaders({ "webhook-timestamp": timestamp })).rejects.toEqual(
        rejection("invalid timestamp"),
      );
    },
  );

  it.each([
    "v1,dawfeoifkpqwoekfpqoekf",
    "v1,g0hM9SsE",
    "v1,",
    "v1",
    ",",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE",
    "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    "v1,é0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    ANOTHER_SIGNATURE,
  ])("the signature %s", async (signature) => {
    await expect(withHeaders({ "webhook-signature": signature })).rejects.toEqual(
      rejection("no matching signature"),
    );
  });

  it("another secret, no secret, another id, another time and another body", async () => {
    const reason = rejection("no matching signature");
    await expect(verify({ secret: "another" })).rejects.toEqual(reason);
    await expect(verify({ secret: [] })).rejects.toEqual(reason);
    await expect(verify({ secret: "" })).rejects.toThrow();
    await expect(withHeaders({ "webhook-id": "msg_2" })).rejects.toEqual(reason);
    await expect(withHeaders({ "webhook-timestamp": "1614265331" })).rejects.toEqual(reason);
    await expect(verify({ body: `${VECTOR.body} ` })).rejects.toEqual(reason);
  });

  it("an id that was processed before, which it checks only if the signature is valid", async () => {
    const isProcessed = vi.fn(async (id: string) => id === VECTOR.headers["webhook-id"]);
    await expect(verify({ seen: isProcessed })).rejects.toEqual(rejection("seen before"));
    await expect(verify({ seen: isProcessed, body: "{}" })).rejects.toEqual(
      rejection("no matching signature"),
    );
    expect(isProcessed.mock.calls).toEqual([[VECTOR.headers["webhook-id"]]]);
  });

  it("a signed body that is not JSON", async () => {
    const signature = new Webhook(SECRET).sign(VECTOR.headers["webhook-id"], new Date(VECTOR.now()), "Hello");
    const headers = { ...VECTOR.headers, "webhook-signature": signature };
    await expect(verify({ body: "Hello", headers })).rejects.toEqual(rejection("not JSON"));
  });
});
