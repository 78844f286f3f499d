import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { keepDemo } from "#infra/cli/demo-file.ts";
import { OPERATOR, REGION } from "#infra/local/aws/types.ts";
import type { Cloud } from "#infra/local/cloud.ts";
import { PROJECT } from "#infra/project.ts";
import { ADMIN_NOUNS } from "#test/support/admin-command.ts";
import { faultsOf } from "#test/support/asked-command.ts";
import { useCloud } from "#test/support/cloud.ts";
import { startCloudFormation } from "#test/support/cloud-formation.ts";
import { runBlocks } from "#test/support/document-shell.ts";
import { freePort } from "#test/support/free-port.ts";
import { shellBlocks, spokenCommands, unmarkedCommands } from "#test/support/shell-blocks.ts";

interface Run {
  says: string;
  before?: string;
  /** Whether all of it works a second time, too. */
  twice?: true;
  waitsFor?: RegExp;
  prints: RegExp[];
}

/** Documents whose commands run on a local service of their own: what is there before, and what they print at least. */
const RUN: Record<string, Run> = {
  "README.md": {
    says: "creates a booking and prints its verified webhooks, also when pasted twice",
    twice: true,
    waitsFor: /verified \S+ BOOKING_CANCELLED/,
    prints: [/"message":"Booking created."/, /key +sk_/, /booking +2 +0 +0/],
  },
  "docs/availability.md": {
    says: "creates a schedule, lists slots and busy times",
    twice: true,
    prints: [
      /"name":"Evenings"/,
      /"time":"2031-01-07T13:30:00\+05:30"/,
      /"workingHours":/,
      /2031-01-07T09:00:00\+01:00/,
      /"message":"Booking created."/,
    ],
  },
  "docs/deploy.md": {
    says: "leads to a first administrator and a first booking, and to a probe host",
    twice: true,
    prints: [/"eventTypeId":1,/, /"message":"Booking created."/, /slug +probe/],
  },
  "docs/import.md": {
    says: "imports, and finds the same unchanged after",
    twice: true,
    prints: [/booking +2 +0 +0/, /booking +0 +2 +0/],
  },
  "docs/oauth.md": {
    says: "the flow of the docs works word for word, with curl, in forms and JSON, refreshed by body and header",
    twice: true,
    prints: [
      /\/auth\/oauth2\/authorize\?client_id=/,
      /"alice@example\.com"/,
      /"bookings":/,
      /("refresh_token":"rt_.*){2}\{\}/s,
    ],
  },
  "docs/payments.md": {
    says: "records a payment of a booking, and shows it",
    before: "grep -v 88001 export.jsonl | sed s/88002/7/ | npm run admin -- import -",
    twice: true,
    prints: [/externalId +ch_3QXyz/, /bookingId +7/],
  },
  "docs/privacy.md": {
    says: "exports and erases what is kept of a person",
    before: "npm run admin -- users create --email ann@example.com --name Ann",
    prints: [/file +ann\.json/, /isDryRun +no.*entryId +aud_/s],
  },
  "docs/webhooks.md": {
    says: "makes a webhook and reads events",
    twice: true,
    prints: [/"secret":"whsec_/, /x-next-cursor: \S+/i, /\{"events":\[\]\}/],
  },
};
const keyArn = (digit: string) => `arn:aws:kms:eu-west-1:123456789012:key/mrk-${digit.repeat(32)}`;
const HOME_KEYS = { SECRETS_KEY: keyArn("a"), CURSORS_KEY: keyArn("b") };
/** Values that readers of these documents fill in themselves. */
const GIVEN: Record<string, Record<string, string>> = {
  "docs/deploy.md": {
    BASE_URL: "$SERVICE",
    KEY: "$(grep -o 'sk_[A-Za-z0-9_-]*' printed | tail -1)",
    RELEASE_ALARM_ARN: "arn:aws:cloudwatch:eu-west-1:123456789012:alarm:release",
    TABLE: "Almanac-Table",
    ...HOME_KEYS,
  },
  "docs/runbooks/region-lost.md": {
    SETTINGS: "-c stage=dev -c domainName=api.example.com -c hostedZoneId=Z0123456789ABC",
    TABLE: "Almanac-Table",
    HOME_FENCE_POLICY_ARN: "arn:aws:iam::123456789012:policy/Almanac-Fence",
    HOME_SECRETS_KEY_ARN: `arn:aws:kms:eu-west-1:123456789012:key/mrk-${"a".repeat(32)}`,
    STREAM: "arn:aws:dynamodb:eu-central-1:123456789012:table/Almanac-Table/stream/2026-03-01T09:30:00.000",
    ...HOME_KEYS,
    ZONE: "Z0123456789ABC",
    DOMAIN_TARGET: "d-abc.execute-api.eu-central-1.amazonaws.com",
    DOMAIN_TARGET_ZONE: "Z1U9ULNL0V5AJ3",
  },
  "docs/payments.md": { PAYMENTS_QUEUE_URL: "https://sqs.eu-west-1.amazonaws.com/123456789012/payments" },
  "docs/command-line.md": { PASSWORD: "correct horse" },
};
/** What stands for a name in angle brackets where any text does not do. */
const NAMED: Record<string, string> = { queue: "deliveries", shell: "bash", instant: "2030-01-01T00:00:00Z" };

/** Milliseconds that the stacks a document's commands make may take on a busy machine. */
const SYNTHS = 300_000;

const DOCUMENTS = globSync(["*.md", "docs/*.md", "docs/{runbooks,adr}/*.md"], { cwd: PROJECT }).toSorted();
const textOf = (file: string): string =>
  readFileSync(join(PROJECT, file), "utf8").replaceAll(
    /<(\w+)>/g,
    (_, name) => NAMED[name] ?? `some-${name}`,
  );

/** A folder to type commands in, as a clone of the project that was just made. */
function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "almanac-docs-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const folder of [".local", ".config/fish/completions"])
    mkdirSync(join(directory, folder), { recursive: true });
  symlinkSync(join(PROJECT, "docs"), join(directory, "docs"));
  copyFileSync(join(PROJECT, "docs/examples/import.jsonl"), join(directory, "export.jsonl"));
  writeFileSync(join(directory, "logo.png"), Buffer.from("iVBORw0KGgo=", "base64"));
  return directory;
}

/** Makes a service the local one of a folder, and the stack `Almanac` of an AWS; answers the variables that say so. */
async function openIn(
  directory: string,
  { baseUrl, awsEndpoint, outputs }: Cloud,
): Promise<Record<string, string>> {
  writeFileSync(join(directory, ".local/cloud.json"), JSON.stringify({ baseUrl, awsEndpoint, outputs }));
  return {
    SERVICE: baseUrl,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: OPERATOR,
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL: awsEndpoint,
    AWS_ENDPOINT_URL_CLOUDFORMATION: await startCloudFormation({ ...outputs, BaseUrl: baseUrl }),
  };
}

describe.each(Object.entries(RUN))("the commands of %s", (file, expected) => {
  const { says, before, twice, waitsFor, prints } = expected;
  const cloud = useCloud();

  it(
    says,
    async () => {
      const directory = makeDirectory();
      const text = textOf(file)
        .replaceAll("http://127.0.0.1:3000/v1", cloud().baseUrl)
        .replaceAll(/\b4000\b/g, String(await freePort()));
      if (text.includes("demo.json")) await keepDemo(cloud(), join(directory, ".local/demo.json"));
      const own = shellBlocks(text);
      const blocks = [...(before === undefined ? [] : [before]), ...own, ...(twice ? own : [])];
      const environment = await openIn(directory, cloud());
      const run = await runBlocks(blocks, { directory, environment, given: GIVEN[file] ?? {}, waitsFor });
      expect(run, run.err).toMatchObject({ code: 0 });
      for (const pattern of prints) expect(run.out).toMatch(pattern);
      expect(run.out).not.toMatch(/"status":[45]\d\d|"error"/);
      expect(await faultsOf(run.asked, { isWhole: true })).toEqual([]);
    },
    SYNTHS,
  );
});

describe("the commands of all other documents", () => {
  const others = DOCUMENTS.filter((file) => !(file in RUN) && shellBlocks(textOf(file)).length > 0);

  it.each(others)(
    "%s: are understood by the programs they call",
    async (file) => {
      const given = GIVEN[file] ?? {};
      const run = await runBlocks(shellBlocks(textOf(file)), { directory: makeDirectory(), given });
      expect(run).toMatchObject({ code: 0, err: "" });
      expect(run.asked.length).toBeGreaterThan(0);
      expect(await faultsOf(run.asked, { isWhole: true })).toEqual([]);
    },
    SYNTHS,
  );
});

describe("the commands that are spoken of", () => {
  const speaking = DOCUMENTS.filter((file) => spokenCommands(textOf(file), ADMIN_NOUNS).length > 0);

  it.each(speaking)(
    "%s: are there, with the options named",
    async (file) => {
      const commands = spokenCommands(textOf(file), ADMIN_NOUNS);
      const run = await runBlocks(commands, { directory: makeDirectory() });
      expect(run).toMatchObject({ code: 0, err: "" });
      expect(run.asked.length).toBeGreaterThanOrEqual(commands.length);
      expect(await faultsOf(run.asked, { isWhole: false })).toEqual([]);
    },
    SYNTHS,
  );
});

it("no command of any document is left out: each stands in a block that says it is shell", () => {
  expect(DOCUMENTS.length).toBeGreaterThan(50);
  expect(DOCUMENTS.filter((file) => unmarkedCommands(textOf(file)).length > 0)).toEqual([]);
});
