import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPERATOR, REGION } from "@almanac/local-cloud";
import { expect, it, onTestFinished } from "vitest";
import { createDemoFile } from "#infra/cli/demo-file.ts";
import type { Cloud } from "#infra/local/cloud.ts";
import { readMail } from "#infra/local/mail.ts";
import { PROJECT } from "#infra/project.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { startCloudFormation } from "#test/support/cloud/cloud-formation.ts";
import { freePort } from "#test/support/cloud/free-port.ts";
import { listCommandFaults } from "#test/support/command-line/command-faults.ts";
import { type DocumentRun, runBlocks } from "./document-shell.ts";
import { shellBlocks } from "./shell-blocks.ts";

const keyArn = (digit: string) => `arn:aws:kms:eu-west-1:123456789012:key/mrk-${digit.repeat(32)}`;
const HOME_KEYS = { SECRETS_KEY: keyArn("a"), CURSORS_KEY: keyArn("b") };
/** Values for the variables that readers of these documents set. */
const GIVEN: Record<string, Record<string, string>> = {
  "docs/deploy.md": {
    BASE_URL: "$SERVICE",
    KEY: "$(grep -o 'sk_[A-Za-z0-9_-]*' printed | tail -1)",
    PASSWORD: "correct horse",
    RELEASE_ALARM_ARN: "arn:aws:cloudwatch:eu-west-1:123456789012:alarm:release",
    TABLE: "Almanac-Table",
    ...HOME_KEYS,
  },
  "docs/runbooks/region-lost.md": {
    SETTINGS: "-c stage=dev -c domainName=api.example.com -c hostedZoneId=Z0123456789ABC",
    TABLE: "Almanac-Table",
    HOME_STANDBY_POLICY_ARN: "arn:aws:iam::123456789012:policy/Almanac-StandbyPolicy",
    HOME_SECRETS_KEY_ARN: `arn:aws:kms:eu-west-1:123456789012:key/mrk-${"a".repeat(32)}`,
    HOME_STREAM_DEAD_LETTERS_ARN: "arn:aws:sqs:eu-west-1:123456789012:Almanac-StreamDeadLetters",
    STREAM: "arn:aws:dynamodb:eu-central-1:123456789012:table/Almanac-Table/stream/2026-03-01T09:30:00.000",
    ...HOME_KEYS,
    ZONE: "Z0123456789ABC",
    DOMAIN_TARGET: "d-abc.execute-api.eu-central-1.amazonaws.com",
    DOMAIN_TARGET_ZONE: "Z1U9ULNL0V5AJ3",
  },
  "docs/logs.md": { STACK: "Error\\n    at a (file:///var/task/index.mjs:1:1)" },
  "docs/payments.md": { PAYMENTS_QUEUE_URL: "https://sqs.eu-west-1.amazonaws.com/123456789012/payments" },
  "docs/command-line.md": { PASSWORD: "correct horse" },
};
/** Values for the names in angle brackets that can't be any text. */
const NAMED: Record<string, string> = { queue: "deliveries", shell: "bash", instant: "2030-01-01T00:00:00Z" };

/** Returns the text of a document, with values in place of the names in angle brackets. */
export const textOf = (file: string): string =>
  readFileSync(join(PROJECT, file), "utf8").replaceAll(
    /<(\w+)>/g,
    (_, name) => NAMED[name] ?? `some-${name}`,
  );

/** Runs shell blocks with the values of a reader, and only records their commands. */
export const recordCommands = (file: string, blocks: readonly string[]): Promise<DocumentRun> =>
  runBlocks(blocks, { directory: makeDirectory(), given: GIVEN[file] ?? {} });

interface Run {
  description: string;
  /** A command that runs before those of the document. */
  setup?: string;
  /** The value of `LOCAL_DIR`, the folder of the local data. */
  localDirectory?: string;
  /** Whether all commands run a second time. */
  isRepeated?: true;
  /** Output of a background program for which the shell waits. */
  waitFor?: RegExp;
  /** Patterns that the output must match. */
  output: RegExp[];
}

/** Declares a test that runs the commands of a document on a local service and checks their output. */
export function testCommandsOf(
  file: string,
  { description, setup, localDirectory = ".local", isRepeated, waitFor, output }: Run,
): void {
  // As `npm start` does.
  const mail = readMail({});
  const cloud = useCloud({ ...(mail && { mail }) });

  it(`the commands of ${file}: ${description}`, async () => {
    const directory = makeDirectory(localDirectory);
    const local = join(directory, localDirectory);
    const text = textOf(file)
      .replaceAll("http://127.0.0.1:3000/v1", cloud().baseUrl)
      .replaceAll(/\b4000\b/g, String(await freePort()));
    if (/demo\.json|json demo /.test(text)) await createDemoFile(cloud(), join(local, "demo.json"));
    const own = shellBlocks(text);
    const blocks = [...(setup === undefined ? [] : [setup]), ...own, ...(isRepeated ? own : [])];
    const environment = { ...(await environmentFor(local, cloud())), LOCAL_DIR: localDirectory };
    const run = await runBlocks(blocks, { directory, environment, given: GIVEN[file] ?? {}, waitFor });
    expect(run, run.err).toMatchObject({ code: 0 });
    for (const pattern of output) expect(run.out).toMatch(pattern);
    expect(run.out).not.toMatch(/"status":[45]\d\d|"error":(?!null)/);
    expect(await listCommandFaults(run.commands, { isWhole: true })).toEqual([]);
  });
}

/** Creates a folder for the commands, with the files of a new clone that they use. */
function makeDirectory(localDirectory = ".local"): string {
  const directory = mkdtempSync(join(tmpdir(), "almanac-docs-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, localDirectory), { recursive: true });
  symlinkSync(join(PROJECT, "docs"), join(directory, "docs"));
  copyFileSync(join(PROJECT, "docs/examples/import.jsonl"), join(directory, "export.jsonl"));
  writeFileSync(join(directory, "logo.png"), Buffer.from("iVBORw0KGgo=", "base64"));
  return directory;
}

/** Makes a service the local one of a folder and the stack `Almanac` of a fake AWS. Returns the environment variables for both. */
async function environmentFor(
  local: string,
  { baseUrl, awsEndpoint, outputs }: Cloud,
): Promise<Record<string, string>> {
  writeFileSync(join(local, "cloud.json"), JSON.stringify({ baseUrl, awsEndpoint, outputs }));
  return {
    SERVICE: baseUrl,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: OPERATOR,
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL: awsEndpoint,
    AWS_ENDPOINT_URL_CLOUDFORMATION: await startCloudFormation({ ...outputs, BaseUrl: baseUrl }),
  };
}
