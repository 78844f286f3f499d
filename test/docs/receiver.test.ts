import { type ChildProcess, spawn } from "node:child_process";
import { on } from "node:events";
import { createInterface } from "node:readline";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { postWebhook } from "#lib/webhooks/post.ts";
import { newSecret, signatureHeaders } from "#lib/webhooks/secret.ts";

beforeEach(() => {
  vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "1");
});

/** Starts the example; `next` waits for the next line it prints. */
async function startExample(secret: string): Promise<{ url: string; next(): Promise<string> }> {
  const program: ChildProcess = spawn(process.execPath, ["docs/examples/receiver.mjs", secret, "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void program.kill());
  if (!program.stdout) throw new Error("the example has no output");
  const lines = on(createInterface(program.stdout), "line");
  const next = async (): Promise<string> => String((await lines.next()).value?.[0]);
  const [url = ""] = /http:.*/.exec(await next()) ?? [];
  return { url, next };
}

const body = JSON.stringify({ triggerEvent: "BOOKING_CREATED", payload: { uid: "abc", title: "Tea – 茶" } });
const send = (url: string, secret: string, sent = body) =>
  postWebhook({
    url,
    headers: signatureHeaders({ id: "dlv_1", at: Date.now(), body, secrets: [secret] }),
    body: sent,
  });

test.each([newSecret(), "an own text"])(
  "the receiver of the docs verifies what is signed with %s",
  async (secret) => {
    const receiver = await startExample(secret);
    expect(await send(receiver.url, secret)).toMatchObject({ status: 204 });
    expect(await receiver.next()).toBe("verified dlv_1 BOOKING_CREATED abc Tea – 茶");
    expect(await send(receiver.url, secret)).toMatchObject({ status: 204 });
    expect(await receiver.next()).toMatch(/\(again\)$/);
  },
);

test("the receiver of the docs refuses another secret and a changed body", async () => {
  const secret = newSecret();
  const receiver = await startExample(secret);
  expect(await send(receiver.url, newSecret())).toMatchObject({ status: 401 });
  expect(await send(receiver.url, secret, body.replace("abc", "abd"))).toMatchObject({ status: 401 });
});
