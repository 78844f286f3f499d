import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { makeSchedule, makeUserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { makeClient, REDIRECT_URI } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const MINUTES = 60_000;

const Report = z.object({
  passed: z.boolean(),
  steps: z.array(z.object({ name: z.string(), outcome: z.string(), detail: z.string() })),
  latency: z.object({ requests: z.number(), medianMilliseconds: z.number(), slowest: z.string() }).optional(),
});

/** Runs the command; a failed one answers its exit code and output, too. */
async function smoke(...args: string[]) {
  const command = ["infra/smoke/main.ts", ...args];
  const run = promisify(execFile)(process.execPath, command, { cwd: PROJECT });
  return run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );
}

async function reportOf(run: ReturnType<typeof smoke>) {
  const { code, stdout } = await run;
  const report = Report.parse(JSON.parse(stdout));
  const outcomes = Object.fromEntries(report.steps.map(({ name, outcome }) => [name, outcome]));
  const failed = report.steps.filter(({ outcome }) => outcome === "failed").map(({ name }) => name);
  return { code, report, outcomes, failed };
}

/** What is left of a run: event types, webhooks, and bookings that hold a time. */
async function leftBy(key: string) {
  const send = clientOf(cloud().baseUrl);
  const read = async (path: string) => (await send({ method: "GET", path, key })).json;
  const { bookings } = z
    .object({ bookings: z.array(z.looseObject({ status: z.string() })) })
    .parse(await read("/bookings"));
  return {
    statuses: [...new Set(bookings.map(({ status }) => status))],
    others: [await read("/event-types"), await read("/webhooks")],
  };
}
const NOTHING = { statuses: ["CANCELLED"], others: [{ event_types: [] }, { webhooks: [] }] };

/** Makes one call of a broken service; undefined leaves it to the service itself. */
type Break = (request: IncomingMessage) => { status: number; body: object } | undefined;

/** A service in front of the cloud that answers some calls wrongly. Answers its base URL. */
async function startBroken(breaks: Break): Promise<string> {
  const server = createServer(async (request, response) => {
    const broken = breaks(request);
    if (broken) {
      response.writeHead(broken.status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(broken.body));
      return;
    }
    const { method = "GET", url = "", headers } = request;
    const { authorization, "content-type": type } = headers;
    const body = method === "GET" ? undefined : await text(request);
    const answer = await fetch(cloud().baseUrl.replace(/\/v1$/, "") + url, {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { "Content-Type": type }) },
      ...(body && { body }),
      redirect: "manual",
    });
    const answered = Object.fromEntries(answer.headers);
    const {
      "content-length": _length,
      "transfer-encoding": _encoding,
      "content-encoding": _,
      ...kept
    } = answered;
    response.writeHead(answer.status, kept);
    response.end(await answer.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/v1`;
}

describe("npm run smoke", () => {
  it(
    "passes every step on the local service, and leaves a cancelled booking and nothing else",
    async () => {
      const { key } = await makeUserWithKey();
      const { client } = await makeClient();
      const { baseUrl } = cloud();
      const named = ["--client-id", client.id, "--redirect-uri", REDIRECT_URI];
      const { code, report, failed } = await reportOf(
        smoke("--url", baseUrl, "--key", key, "--json", ...named),
      );
      expect(failed, JSON.stringify(report.steps)).toEqual([]);
      expect([code, report.passed]).toEqual([0, true]);
      expect(report.steps.map(({ name }) => name)).toEqual([
        ...[
          "percent sign",
          "gateway",
          "oauth",
          "key",
          "event type",
          "receiver",
          "webhook",
          "booking",
          "conflict",
          "list",
        ],
        ...["webhook BOOKING_CREATED", "cancel", "webhook BOOKING_CANCELLED", "clean-up"],
      ]);
      expect(report.steps[0]?.detail).toBe('authorize returns state "100%" and "%25" unchanged');
      expect(report.latency?.requests).toBeGreaterThan(12);
      expect(await leftBy(key)).toEqual(NOTHING);
    },
    3 * MINUTES,
  );

  it(
    "passes without an OAuth client, and with a host who is never open",
    async () => {
      const { key, caller } = await makeUserWithKey();
      await makeSchedule(caller, { availability: [] });
      const { code, report, failed } = await reportOf(
        smoke("--url", cloud().baseUrl, "--key", key, "--json"),
      );
      expect(failed, JSON.stringify(report.steps)).toEqual([]);
      expect(code).toBe(0);
    },
    3 * MINUTES,
  );

  it(
    "fails on a service that ignores queries, names another issuer, books twice and delivers nothing, and cleans up",
    async () => {
      const { key } = await makeUserWithKey();
      let bookings = 0;
      const url = await startBroken(({ method, url = "" }) => {
        if (method === "POST" && url === "/v1/bookings" && ++bookings > 1) return { status: 200, body: {} };
        if (url.startsWith("/v1/bookings?")) return { status: 200, body: { bookings: [] } };
        if (method === "POST" && url === "/v1/webhooks")
          return { status: 200, body: { webhook: { id: "wh_none", secret: "secret" } } };
        if (url.startsWith("/v1/webhooks/")) return { status: 200, body: {} };
        return undefined;
      });
      const { code, stdout } = await smoke("--url", url, "--key", key, "--webhook-seconds", "0.1");
      expect(code).toBe(1);
      for (const step of ["percent sign", "oauth", "conflict", "list", "webhook BOOKING_CREATED"])
        expect(stdout).toMatch(new RegExp(`^✗ ${step} `, "m"));
      for (const step of ["key", "booking", "cancel", "clean-up"])
        expect(stdout).toMatch(new RegExp(`^✓ ${step} `, "m"));
      expect(stdout).toMatch(/\d+ requests: median \d+ ms/);
      expect(await leftBy(key)).toEqual(NOTHING);
    },
    3 * MINUTES,
  );

  it(
    "fails if the port of its receiver is in use, tests everything else, and cleans up",
    async () => {
      const { key } = await makeUserWithKey();
      const { baseUrl } = cloud();
      const { port } = new URL(baseUrl);
      const { code, failed, outcomes } = await reportOf(
        smoke("--url", baseUrl, "--key", key, "--receiver-port", port, "--json"),
      );
      expect([code, failed]).toEqual([1, ["receiver"]]);
      expect(outcomes).toMatchObject({ booking: "passed", cancel: "passed", "clean-up": "passed" });
      expect(await leftBy(key)).toEqual(NOTHING);
    },
    3 * MINUTES,
  );

  it(
    "fails when nothing answers, and says how it is used when the address or the key is missing",
    async () => {
      const { code, failed } = await reportOf(
        smoke("--url", "http://127.0.0.1:1/v1", "--key", "sk_x", "--json"),
      );
      expect([code, failed]).toEqual([1, ["percent sign", "gateway", "oauth", "key"]]);
      expect((await smoke("--url", "http://127.0.0.1:1/v1")).code).toBe(2);
    },
    MINUTES,
  );
});
