import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import * as visitor from "#test/support/pages/visitor.ts";
import { FORGERIES, makeForge } from "#test/support/secrets/forged-tokens.ts";
import { type CloudProcess, withCloudProcess } from "./cloud-process.ts";
import type { Part } from "./part.ts";
import type { Row, Table } from "./report.ts";
import { quantile } from "./statistics.ts";
import { TokenClient } from "./token-client.ts";
import { tokenCosts } from "./token-costs.ts";

const CALLS = 100;
const WARMING = 20;
const REVOCATIONS = 50;
/** Time until the lines of the last call are in the file. */
const WRITING_MILLISECONDS = 300;
const Authorized = z.object({ event: z.literal("authorized"), ms: z.number() });

/** Part `oauth`: the CPU of token calls, their latencies, and the time until a revoked token is rejected. */
export const oauthCosts: Part = async (settings) => {
  const costs = await tokenCosts(settings);
  return withCloudProcess(async (cloud) => {
    const app = await TokenClient.make(cloud.baseUrl);
    return [costs, await latencies(cloud, app), await rejections(app)];
  });
};

async function latencies(cloud: CloudProcess, app: TokenClient): Promise<Table> {
  const codes: string[] = [];
  for (let made = 0; made < CALLS + WARMING; made += 1) codes.push(await app.newCode());
  let { access_token, refresh_token } = await app.redeem(codes.pop() ?? "");
  const redeemed = await timesOf(() => app.redeem(codes.pop() ?? ""), CALLS - 1);
  const refreshed = await timesOf(async () => {
    ({ access_token, refresh_token } = await app.refresh(refresh_token));
  });
  await timesOf(() => app.call(access_token));
  await pause(WRITING_MILLISECONDS);
  const authorized = cloud.functionLog().flatMap(authorizedLine).slice(-CALLS);
  const { signedOut, signedIn } = await pageTimes(cloud.baseUrl);
  const note = `One call at a time on warm functions of the local cloud, ${CALLS} each, password and consent apart: those of the token address and the pages over HTTP, those of the authorizer as it logs them, in whole milliseconds.`;
  const rows = [
    latencyRow("token for a code", redeemed, 60),
    latencyRow("token for a refresh token", refreshed, 60),
    latencyRow("authorizer, access token", authorized, 10),
    latencyRow("authorize page, signed out", signedOut, 150),
    latencyRow("authorize page, asking consent", signedIn, 150),
  ];
  return { title: "OAuth, how long calls take", note, rows };
}

/** The times of the authorize page before and after a user has signed in. */
async function pageTimes(baseUrl: string): Promise<{ signedOut: number[]; signedIn: number[] }> {
  const [person, { client }] = [await visitor.makePerson(), await visitor.makeClient()];
  const parameters = { client_id: client.id, redirect_uri: visitor.REDIRECT_URI, state: "s" };
  const [stranger, user] = [new visitor.Visitor(baseUrl), new visitor.Visitor(baseUrl)];
  await user.openConsentPage(parameters, person.email);
  const signedOut = await timesOf(() => stranger.open(parameters));
  return { signedOut, signedIn: await timesOf(() => user.open(parameters)) };
}

async function timesOf(call: () => Promise<unknown>, calls = CALLS): Promise<number[]> {
  const times: number[] = [];
  for (let made = 0; made < calls + WARMING; made += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return times.slice(WARMING);
}

const authorizedLine = (line: string): number[] => {
  const { success, data } = Authorized.safeParse(parsed(line.slice(line.indexOf(" ") + 1)));
  return success ? [data.ms] : [];
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const latencyRow = (name: string, times: readonly number[], atMost: number): Row => ({
  name,
  cells: {
    p50: { value: quantile(times, 0.5), unit: "ms" },
    p95: { value: quantile(times, 0.95), unit: "ms", budget: { atMost } },
  },
});

async function rejections(app: TokenClient): Promise<Table> {
  const delays: number[] = [];
  let accepted = 0;
  for (let run = 0; run < REVOCATIONS; run += 1) {
    const { access_token } = await app.redeem(await app.newCode());
    if ((await app.call(access_token)) !== 200) throw new Error("A new token was rejected.");
    const startedAt = performance.now();
    await app.revoke(access_token);
    while ((await app.call(access_token)) === 200) accepted += 1;
    delays.push(performance.now() - startedAt);
  }
  const forge = await makeForge((await app.redeem(await app.newCode())).access_token);
  const forged: number[] = [];
  for (const [, make] of FORGERIES) {
    const token = await make(forge);
    const startedAt = performance.now();
    if ((await app.call(token)) !== 401) throw new Error("A forged token was accepted.");
    forged.push(performance.now() - startedAt);
  }
  const longest = (times: readonly number[], atMost: number) => ({
    p50: { value: quantile(times, 0.5), unit: "ms" },
    longest: { value: Math.max(...times), unit: "ms", budget: { atMost } },
  });
  const note = `A token is revoked ${REVOCATIONS} times, and used until it is refused: from sending the revocation to the refusal, with both calls in it. And ${FORGERIES.length} tokens that were tampered with.`;
  const rows: Row[] = [
    {
      name: "revoked token",
      cells: { ...longest(delays, 1_000), "calls let through": { value: accepted, unit: "" } },
    },
    { name: "forged token", cells: longest(forged, 50) },
  ];
  return { title: "OAuth, how soon tokens are refused", note, rows };
}
