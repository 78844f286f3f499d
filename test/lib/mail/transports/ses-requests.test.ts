import { beforeEach, expect, test, vi } from "vitest";
import { sendBySes } from "#lib/mail/transports/ses.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { startHttpServer } from "#test/support/network/http-server.ts";

const RAW = "Subject: Hello\r\n\r\nÄ line\r\n";
const MESSAGE = {
  ...{ id: "<1@example.com>", from: "bookings@example.com", to: "ann@example.com" },
  raw: Buffer.from(RAW),
};

beforeEach(() => {
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});

async function useService(status: number, body: object) {
  const service = await startHttpServer((_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  vi.stubEnv("AWS_ENDPOINT_URL_SESV2", service.url);
  changeService();
  return service;
}

test("the request contains the bytes of the message", async () => {
  const { received } = await useService(200, { MessageId: "0100-ses" });
  expect(await sendBySes(MESSAGE)).toEqual({ outcome: "sent", transportId: "0100-ses" });
  expect(received).toMatchObject([{ method: "POST", path: "/v2/email/outbound-emails" }]);
  const { Content } = JSON.parse(received[0]?.body ?? "{}");
  expect(Buffer.from(Content.Raw.Data, "base64").toString()).toBe(RAW);
});

test.each([
  [500, { message: "x" }],
  [503, { message: "x" }],
  [429, { __type: "TooManyRequestsException", message: "x" }],
])("a response %i is one attempt, because SES would send each one", async (status, body) => {
  const { received } = await useService(status, body);
  expect(await sendBySes(MESSAGE)).toMatchObject({ outcome: "retry" });
  expect(received).toHaveLength(1);
});
