/**
 * Tests a service after a deployment: books, lists and cancels, receives a webhook, and checks the gateway and OAuth. Exit
 * code 0 if all steps passed, 1 if one failed, 2 for wrong options.
 *
 * Usage: npm run smoke -- --url <base URL> --key <API key>
 */
import { parseArgs } from "node:util";
import * as z from "zod";
import { openApi } from "./api.ts";
import { runSmoke } from "./smoke.ts";
import { type StepResult, Steps } from "./steps.ts";

const USAGE = `Usage: npm run smoke -- --url <base URL> --key <API key> [options]

  --url <url>             base URL of the service, with the stage: output BaseUrl
  --key <key>             API key of a user, who becomes the host of the booking
  --receiver-url <url>    where the service reaches this machine for the webhook; not needed when it runs here
  --receiver-port <port>  port that address leads to (default: 4100 with --receiver-url, else any free one)
  --webhook-seconds <n>   seconds a webhook may take (default: 60)
  --client-id <id>        an OAuth client, to test state …
  --redirect-uri <uri>    … and one of its redirect addresses
  --json                  print one JSON document`;

const text = z.string().optional();
const Options = z
  .object({
    url: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, "")),
    key: z.string().min(1),
    "receiver-url": z.url().optional(),
    "receiver-port": z.coerce.number().int().min(0).max(65_535).optional(),
    "webhook-seconds": z.coerce.number().positive().default(60),
    "client-id": text,
    "redirect-uri": text,
    json: z.boolean().default(false),
  })
  .refine((options) => (options["client-id"] === undefined) === (options["redirect-uri"] === undefined));

const MARKS: Record<StepResult["outcome"], string> = { passed: "✓", failed: "✗", skipped: "–" };

function readOptions(): z.output<typeof Options> | undefined {
  const type = "string";
  const names = [
    "url",
    "key",
    "receiver-url",
    "receiver-port",
    "webhook-seconds",
    "client-id",
    "redirect-uri",
  ];
  const strings = Object.fromEntries(names.map((name) => [name, { type } as const]));
  try {
    return Options.parse(parseArgs({ options: { ...strings, json: { type: "boolean" } } }).values);
  } catch (error) {
    if (error instanceof TypeError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

const options = readOptions();
if (options === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const { url, key, json, "client-id": clientId, "redirect-uri": redirectUri } = options;
  const receiverUrl = options["receiver-url"];
  const steps = new Steps((result) => json || console.log(formatLine(result)));
  const api = openApi(url, key);
  await runSmoke(api, steps, {
    client: clientId === undefined || redirectUri === undefined ? undefined : { clientId, redirectUri },
    receiverUrl,
    receiverPort: options["receiver-port"] ?? (receiverUrl === undefined ? 0 : 4100),
    webhookSeconds: options["webhook-seconds"],
  });
  const failed = steps.results.filter(({ outcome }) => outcome === "failed");
  const latency = api.latency();
  if (json) console.log(JSON.stringify({ url, passed: failed.length === 0, steps: steps.results, latency }));
  else {
    if (latency) {
      const { requests, medianMilliseconds, slowestMilliseconds, slowest } = latency;
      console.log(
        `${requests} requests: median ${medianMilliseconds} ms, slowest ${slowestMilliseconds} ms (${slowest})`,
      );
    }
    console.log(
      failed.length === 0
        ? "The service works."
        : `${failed.length} of ${steps.results.length} steps failed.`,
    );
  }
  if (failed.length > 0) process.exitCode = 1;
}

function formatLine({ name, outcome, milliseconds, detail }: StepResult): string {
  return `${MARKS[outcome]} ${name.padEnd(26)} ${`${milliseconds} ms`.padStart(9)}  ${detail}`;
}
