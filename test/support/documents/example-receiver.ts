import { type ChildProcess, spawn } from "node:child_process";
import { on } from "node:events";
import { createInterface } from "node:readline";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { postWebhook } from "#lib/delivery/sending/post.ts";
import { newSecret, signatureHeaders } from "#lib/delivery/subscriptions/secrets.ts";

/** Starts an example. `next` waits for the next line of its output. */
async function startExample(
  [program = "", ...args]: readonly string[],
  secret: string,
): Promise<{ url: string; next(): Promise<string> }> {
  const running: ChildProcess = spawn(program, [...args, secret, "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void running.kill());
  if (!running.stdout) throw new Error("The example has no output.");
  const lines = on(createInterface(running.stdout), "line");
  const next = async (): Promise<string> => String((await lines.next()).value?.[0]);
  const [url = ""] = /http:.*/.exec(await next()) ?? [];
  return { url, next };
}

const body = JSON.stringify({ triggerEvent: "BOOKING_CREATED", payload: { uid: "abc", title: "Tea – 茶" } });

/** A webhook to send, with the defaults of the service. */
interface Sent {
  secrets: readonly string[];
  at?: number;
  sent?: string;
  headers?: Record<string, string>;
}
const send = (url: string, { secrets, at = Date.now(), sent = body, headers }: Sent) =>
  postWebhook({
    url,
    headers: { ...signatureHeaders({ id: "dlv_1", at, body, secrets }), ...headers },
    body: sent,
  });

/** Declares the tests of a receiver of the docs that a command starts. */
export function describeReceiver(name: string, commandOf: () => readonly string[]): void {
  describe(name, () => {
    beforeEach(() => {
      vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "1");
    });

    it.each([newSecret(), "an own text, é"])("verifies what is signed with %s", async (secret) => {
      const receiver = await startExample(commandOf(), secret);
      expect(await send(receiver.url, { secrets: [secret] })).toMatchObject({ status: 204 });
      expect(await receiver.next()).toBe("verified dlv_1 BOOKING_CREATED abc Tea – 茶");
      expect(await send(receiver.url, { secrets: [secret] })).toMatchObject({ status: 204 });
      expect(await receiver.next()).toMatch(/^verified dlv_1.* \(again\)$/);
    });

    it("accepts the older of two secrets during a rotation", async () => {
      const secret = newSecret();
      const receiver = await startExample(commandOf(), secret);
      expect(await send(receiver.url, { secrets: [newSecret(), secret] })).toMatchObject({ status: 204 });
    });

    it("rejects another secret, a changed body, an old request and one without a signature", async () => {
      const secret = newSecret();
      const { url } = await startExample(commandOf(), secret);
      const rejected: readonly Sent[] = [
        { secrets: [newSecret()] },
        { secrets: [secret], sent: body.replace("abc", "abd") },
        { secrets: [secret], at: Date.now() - 400_000 },
        { secrets: [secret], at: Date.now() + 400_000 },
        { secrets: [secret], headers: { "webhook-signature": "v1,é" } },
        { secrets: [secret], headers: { "webhook-signature": "" } },
        { secrets: [secret], headers: { "webhook-timestamp": "soon" } },
      ];
      for (const each of rejected) expect(await send(url, each)).toMatchObject({ status: 401 });
    });
  });
}
