import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demoFile, prepareDemo } from "#infra/local/demo.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSourceGateway } from "#test/support/cloud/source-gateway.ts";
import { targetOf } from "#test/support/command-line/command-line.ts";
import { type Sample, samplesOfDocsPage } from "#test/support/documents/samples.ts";

const directory = mkdtempSync(join(tmpdir(), "almanac-samples-"));
const gateway = useSourceGateway();
const service = () => {
  const { baseUrl, aws } = gateway();
  return { ...targetOf(aws.url), baseUrl, tableEndpoint: aws.tableEndpoint };
};

/** The statuses of samples that are sent twice and do not get 200 both times, with the reason. */
const EXCEPTIONS: Record<string, { statuses: [number, number]; reason: string }> = {
  "attendees.delete": { statuses: [200, 404], reason: "deleted by the first request" },
  "availabilities.delete": { statuses: [200, 404], reason: "deleted by the first request" },
  "booking-references.delete": { statuses: [200, 404], reason: "deleted by the first request" },
  "calendar-connections.delete": { statuses: [200, 404], reason: "deleted by the first request" },
  "event-types.delete": { statuses: [200, 404], reason: "deleted by the first request" },
  "memberships.delete": { statuses: [200, 404], reason: "deleted by the first request" },
  "reservations.delete": { statuses: [200, 404], reason: "deleted by the first request" },
  "schedules.delete": { statuses: [200, 404], reason: "deleted by the first request" },
  "webhooks.delete": { statuses: [200, 404], reason: "deleted by the first request" },
  "attendees.create": { statuses: [200, 409], reason: "an email address can be added once" },
  "bookings.create": { statuses: [200, 409], reason: "a time can be booked once" },
  "reservations.create": { statuses: [200, 409], reason: "a time can be reserved once" },
  "event-types.create": { statuses: [200, 409], reason: "the slug is unique" },
  "webhooks.create": { statuses: [200, 409], reason: "one webhook per URL" },
  "bookings.no-show": { statuses: [400, 400], reason: "the booking of the demo has not started" },
  "bookings.rating": { statuses: [400, 400], reason: "the booking of the demo has not started" },
  "calendar-connections.update": { statuses: [400, 400], reason: "a pushed calendar has no credentials" },
  "audit.list": { statuses: [403, 403], reason: "only for system admins" },
  "memberships.create": { statuses: [403, 403], reason: "Alice administers no team" },
  "teams.availability": { statuses: [403, 403], reason: "Alice administers no team" },
  "bookings.emails.resend": {
    statuses: [404, 404],
    reason: "no mail about the booking of the demo was sent",
  },
  "me.grants.get": { statuses: [404, 404], reason: "Alice has authorized no application" },
  "me.grants.delete": { statuses: [404, 404], reason: "Alice has authorized no application" },
  "webhooks.recover": { statuses: [400, 400], reason: "the time must be within the last 14 days" },
  "calendars.sync": { statuses: [400, 400], reason: "a pushed calendar can't be read" },
  "oauth.introspect": { statuses: [401, 401], reason: "needs a registered client" },
  "oauth.refresh-token": { statuses: [401, 401], reason: "needs a registered client" },
  "oauth.revoke": { statuses: [401, 401], reason: "needs a registered client" },
  "oauth.token": { statuses: [400, 400], reason: "needs an authorization code" },
};

/**
 * Samples that create resources for others are first, and those that delete are last. Calendars come after all bookings: with a calendar,
 * Alice can't be booked later than 400 days from today.
 */
const RANKS = [
  /^(schedules|webhooks)\.create$/,
  /^(?!calendar).*\.(create|test)$/,
  /^(?!calendar)(?!.*\.(cancel|delete)$)/,
  /^calendar-connections\.create$/,
  /^(?!.*\.(cancel|delete)$)/,
  /./,
];
const rankOf = ({ id }: Sample): number => RANKS.findIndex((pattern) => pattern.test(id));

/** Random ids of resources that samples create; documents can't contain them. */
const CREATED_IDS: Record<
  string,
  (body: Record<string, Record<string, unknown>>) => Record<string, unknown>
> = {
  "webhooks.create": ({ webhook }) => ({ wh_3mXb7QvK: webhook?.["id"] }),
  "calendar-connections.create": ({ calendar_connection: connection, calendars }) => ({
    41: connection?.["id"],
    61: Object(calendars?.[0])["id"],
  }),
  "webhooks.test": ({ delivery }) => ({ dlv_0mk4by0ao7kQm3xV9pTb2Lw: delivery?.["id"] }),
  "reservations.create": ({ reservation }) => ({ "7kQm3xV9pTb2LwYcR8sZfA": reservation?.["uid"] }),
};

test("every sample of the docs page succeeds twice with the demo key", async () => {
  const demo = await prepareDemo(service(), directory);
  const key = demo?.users.alice.apiKey;
  const send = clientOf(service().baseUrl);
  const created = new Map<string, string>();
  const unexpected: string[] = [];
  for (const { id, method, path, body } of samplesOfDocsPage().toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const filled = path.replace(/[^/?]+/g, (segment) => created.get(segment) ?? segment);
    const statuses: number[] = [];
    for (let time = 0; time < 2; time++) {
      const { status, json, text } = await send({ method, path: filled, key, body });
      statuses.push(status);
      const ids = status === 200 ? CREATED_IDS[id]?.(json as never) : undefined;
      for (const [placeholder, value] of Object.entries(ids ?? {})) created.set(placeholder, String(value));
      if (status !== (EXCEPTIONS[id]?.statuses[time] ?? 200))
        unexpected.push(`${id} ${filled}: ${status} ${text.slice(0, 300)}`);
    }
  }
  expect(unexpected).toEqual([]);
}, 120_000);

test("the demo file has the base URL of the latest start, which can have another port", async () => {
  const first = await prepareDemo(service(), directory);
  const baseUrl = "http://127.0.0.1:3001/v1";
  expect(await prepareDemo({ ...service(), baseUrl }, directory)).toEqual({ ...first, baseUrl });
  expect(JSON.parse(readFileSync(demoFile(directory), "utf8"))).toEqual({ ...first, baseUrl });
  expect(statSync(demoFile(directory)).mode & 0o777).toBe(0o600);
});
