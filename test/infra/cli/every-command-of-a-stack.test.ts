import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { mockClient } from "aws-sdk-client-mock";
import { expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { listCommands } from "#infra/cli/command-tree.ts";
import { createProgram } from "#infra/cli/program.ts";
import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { DeliveryItem, replaceDelivery } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { transact } from "#lib/storage/table/write.ts";
import { allowCheck, exampleFeedUrl } from "#test/contract/example-feed.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeSentEmail } from "#test/support/builders/emails.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { run, targetOf } from "#test/support/command-line/command-line.ts";
import { userLine } from "#test/support/command-line/export-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();

/** Mocks CloudFormation with a stack that has the resources of the local AWS, and whose API returns 401. */
async function useStack(): Promise<void> {
  const server = createServer((_, response) => response.writeHead(401).end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const BaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const outputs = Object.entries({
    ...targetOf(aws().url).outputs,
    BaseUrl,
    MailsQueueUrl: `${aws().url}/000000000000/mails.fifo`,
  });
  const Outputs = outputs.map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stack = { StackName: "Almanac", CreationTime: new Date(0), StackStatus: "UPDATE_COMPLETE" as const };
  const mock = mockClient(CloudFormationClient);
  onTestFinished(() => mock.restore());
  mock.on(DescribeStacksCommand, { StackName: "Almanac" }).resolves({ Stacks: [{ ...stack, Outputs }] });
}

/** Creates a folder for the files of one test. */
function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "almanac-stack-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const program = await createProgram({
  out: () => {},
  err: () => {},
  read: async () => "",
  wait: async () => {},
});
const leaves = listCommands(program).map(({ words }) => words.join(" "));
const called = new Set<string>();

/** Runs a command on the stack and returns its JSON, or the member with this name. */
async function on(args: string, name?: string): Promise<Record<string, unknown>> {
  const { code, out, err } = await run(
    `--stack Almanac --region us-east-1 ${args} --json`,
    "password-of-ann\n",
  );
  expect([code, err.includes("not running")], `${args}: ${err}`).toEqual([0, false]);
  const leaf = leaves
    .filter((one) => `${args} `.startsWith(`${one} `))
    .toSorted((a, b) => b.length - a.length)[0];
  called.add(leaf ?? "");
  const json = z.record(z.string(), z.unknown()).parse(JSON.parse(out));
  return name === undefined ? json : z.record(z.string(), z.unknown()).parse(json[name]);
}

/** Creates what no command creates: a booking with a payment, and a webhook with a failed delivery. */
async function makeBookingAndDelivery() {
  const host = await makeHost();
  const booking = await book(host, await makeEventType(host), { start: "2032-01-05T09:00:00Z" });
  const { id: payment } = await pay({ bookingId: booking.id });
  const email = await makeSentEmail(booking);
  const { id: webhook } = await makeWebhook(host);
  await fanOutEvents([await makeEvent(host)]);
  const [delivery] = await queryAll(DeliveryItem, { webhookId: webhook });
  if (!delivery) throw new Error("no delivery was made");
  await transact([replaceDelivery(delivery, { ...delivery, status: "failed" })]);
  return { booking: booking.id, payment, email, webhook, delivery: delivery.id };
}

test("every command works with a deployed stack and without a local service", async () => {
  await useStack();
  // Reading a file in this folder fails.
  vi.stubEnv("LOCAL_DIR", "/dev/null");
  const folder = createTemporaryFolder();
  const { booking, payment, email, webhook, delivery } = await makeBookingAndDelivery();

  await on('users create --email ann@example.com --name "Ann Arbor"');
  await on("users list");
  await on("users show ann@example.com");
  await on("users set-role ann@example.com ADMIN");
  await on("users set-password ann@example.com --password-stdin");
  await on("users reset-link ann@example.com");
  await on("users unlink ann@example.com");
  await on("users lock ann@example.com");
  await on("users unlock ann@example.com");
  await on("teams create --name Nights --slug nights");
  await on("teams list");
  await on("teams show nights");
  const pair = "--team nights --user ann@example.com";
  const { userId, teamId } = await on(`memberships create ${pair}`, "membership");
  await on(`memberships show ${userId}_${teamId}`);
  await on(`memberships update ${userId}_${teamId} --accepted`);
  await on("memberships list --team nights");
  await on(`memberships delete ${userId}_${teamId}`);
  const key = await on("api-keys create --user ann@example.com --note laptop", "api_key");
  await on("api-keys list --user ann@example.com");
  await on(`api-keys revoke ${key["id"]} --user ann@example.com`);
  const made = await on("event-types create --user ann@example.com --title Tea --length 30", "event_type");
  await on("event-types list");
  await on(`event-types show ${made["id"]}`);
  await on(`slots list --event-type-id ${made["id"]} --start-time 2031-03-03 --end-time 2031-03-04`);
  const schedule = await on("schedules create --user ann@example.com --name Work", "schedule");
  await on("schedules list");
  await on(`schedules show ${schedule["id"]}`);
  await on(`schedules update ${schedule["id"]} --name Nights`);
  await on(`schedules delete ${schedule["id"]}`);
  const { id: connection, userId: owner } = await on(
    "calendars connect --user ann@example.com --type pushed --name Work",
    "calendar_connection",
  );
  const { calendars } = await on(`calendars list --user ${owner}`);
  const { id: calendar } = z.array(z.looseObject({ id: z.int() })).parse(calendars)[0] ?? {};
  await on(`calendars show ${calendar}`);
  await on(`calendars update ${calendar} --tentative free`);
  await on(`calendars list-busy ${calendar}`);
  await on(`calendars put-busy ${calendar} --from 2031-03-03T00:00:00Z --to 2031-03-04T00:00:00Z --busy []`);
  await on(`calendars disconnect ${connection}`);
  vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
  await on(`calendars connect --user ann@example.com --type ics --url ${await exampleFeedUrl()}`);
  for (const feed of (await readCalendars(Number(owner))).calendars)
    await on(`calendars sync ${(await allowCheck(feed)).id}`);
  await on(`event-types update ${made["id"]} --hidden`);
  await on(`event-types delete ${made["id"]}`);
  const uri = "--redirect-uri https://app.example.com/cb";
  const client = await on(`oauth-clients create --name App ${uri}`, "oauth_client");
  await on("oauth-clients list");
  for (const verb of ["show", "disable", "enable", "rotate-secret"])
    await on(`oauth-clients ${verb} ${client["id"]}`);
  await on(`oauth-clients update ${client["id"]} --name Other`);
  await on("grants list --user ann@example.com");
  await on("grants revoke --user ann@example.com");
  await on("keys rotate");
  await on("keys list");
  await on("webhooks list");
  for (const verb of ["show", "health", "rotate-secret"]) await on(`webhooks ${verb} ${webhook}`);
  await on(`webhooks test ${webhook} --trigger-event BOOKING_CREATED`);
  await on(`webhooks update ${webhook} --active`);
  await on(`deliveries list ${webhook}`);
  await on(`deliveries show ${webhook} ${delivery}`);
  await on(`deliveries resend ${webhook} ${delivery}`);
  await on(`webhooks recover ${webhook} --since ${new Date(Date.now() - 60_000).toISOString()}`);
  await on(`webhooks delete ${webhook}`);
  await on("dead-letters list");
  await on("dead-letters show events");
  await on("dead-letters redrive all");
  await on(`seed demo --out ${join(folder, "demo.json")}`);
  const lines = join(folder, "lines.jsonl");
  writeFileSync(lines, `${JSON.stringify(userLine(900))}\n`);
  await on(`import ${lines} --rejected ${join(folder, "rejected.jsonl")}`);
  await on("bookings recount");
  await on(`emails list ${booking}`);
  await on(`emails resend ${booking} ${email}`);
  const gateway = "--external-id ch_1 --amount 5000 --currency usd";
  await on(`payments record --booking ${booking} ${gateway}`);
  await on(`payments show ${payment}`);
  await on("payments list");
  await on("privacy export ann@example.com");
  await on("privacy erase ann@example.com");
  const file = join(folder, "items.jsonl");
  await on(`backup export ${file}`);
  await on(`backup restore ${file}`);
  await on("backup skip-ids --count 10", "skipped_to");
  await on("backfill list");
  await on("backfill run booking --items-per-second 100000");
  await on("doctor claims");
  await on("doctor");

  expect(leaves.filter((leaf) => !called.has(leaf))).toEqual([]);
});
