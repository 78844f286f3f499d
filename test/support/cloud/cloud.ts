import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPERATOR, REGION } from "@almanac/local-cloud";
import { afterAll, beforeAll } from "vitest";
import { type Cloud, type CloudOptions, startCloud } from "#infra/local/cloud.ts";
import {
  CHEAP_PASSWORD_HASHES,
  useCheapPasswordHashes,
} from "#test/support/secrets/cheap-password-hashes.ts";
import { requireCleanLog } from "#test/support/secrets/require-clean-log.ts";

/** The settings of every process of a cloud in tests: a high rate limit, and subscribers and calendars on this machine. */
export const TEST_SETTINGS = {
  RATE_LIMIT_PER_MINUTE: "60000",
  ALLOW_INSECURE_WEBHOOKS: "1",
  ALLOW_INSECURE_CALENDARS: "1",
};
/** The settings of a cloud in this process. */
const IN_PROCESS = { ...TEST_SETTINGS, ...CHEAP_PASSWORD_HASHES };

/** Sets the environment of `lib` in this process to a cloud, so that builders write to the table of its functions. */
export function useCloudEnvironment({ awsEndpoint, outputs }: Pick<Cloud, "awsEndpoint" | "outputs">): void {
  Object.assign(process.env, {
    ...TEST_SETTINGS,
    AWS_ENDPOINT_URL: awsEndpoint,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: OPERATOR,
    AWS_SECRET_ACCESS_KEY: "local",
    TABLE_NAME: outputs.TableName,
    EVENTS_QUEUE_URL: outputs.EventsQueueUrl,
    DELIVERIES_QUEUE_URL: outputs.DeliveriesQueueUrl,
    TIMERS_QUEUE_URL: outputs.TimersQueueUrl,
    CALENDAR_WRITES_QUEUE_URL: outputs.CalendarWritesQueueUrl,
    CALENDARS_QUEUE_URL: outputs.CalendarsQueueUrl,
    PAYMENTS_QUEUE_URL: outputs.PaymentsQueueUrl,
    ...(outputs.MailsQueueUrl !== undefined && { MAILS_QUEUE_URL: outputs.MailsQueueUrl }),
    SECRETS_KEY_ID: outputs.SecretsKeyId,
    CURSORS_KEY_ID: outputs["CursorsKeyId"],
  });
}

/** The local cloud that the test files of a worker share. `checked` is the number of bytes of its log that have been checked. */
interface SharedCloud {
  cloud: Cloud;
  logFile: string;
  checked: number;
}
declare global {
  var sharedCloud: Promise<SharedCloud> | undefined;
}

/**
 * Runs the local cloud that the test files of a worker share, with cheap password hashes, until the worker ends. For files that check only what they created
 * themselves: the cloud also has users, messages and log lines of other files.
 */
export function useSharedCloud(): () => Cloud {
  let shared: SharedCloud | undefined;
  let useRealHashes = (): void => {};
  beforeAll(async () => {
    useRealHashes = useCheapPasswordHashes();
    globalThis.sharedCloud ??= startSharedCloud();
    shared = await globalThis.sharedCloud;
    useCloudEnvironment(shared.cloud);
  });
  afterAll(() => {
    useRealHashes();
    if (shared) shared.checked = requireCleanLog(shared.logFile, shared.checked);
  });
  return () => {
    if (!shared) throw new Error("The cloud is not running yet.");
    return shared.cloud;
  };
}

async function startSharedCloud(): Promise<SharedCloud> {
  const directory = mkdtempSync(join(tmpdir(), "almanac-cloud-"));
  const cloud = await startCloud({
    directory,
    port: 0,
    environment: IN_PROCESS,
  });
  return { cloud, logFile: join(directory, "log/functions.log"), checked: 0 };
}

/** Runs a local cloud for the tests of one file, with cheap password hashes. Its log must not contain secrets, personal data or undeclared lines. */
export function useCloud(options: Partial<CloudOptions> = {}): () => Cloud {
  const directory = mkdtempSync(join(tmpdir(), "almanac-cloud-"));
  let cloud: Cloud | undefined;
  let useRealHashes = (): void => {};
  const running = (): Cloud => {
    if (!cloud) throw new Error("The cloud is not running yet.");
    return cloud;
  };
  beforeAll(async () => {
    useRealHashes = useCheapPasswordHashes();
    const environment = { ...IN_PROCESS, ...options.environment };
    cloud = await startCloud({ directory, port: 0, ...options, environment });
    useCloudEnvironment(cloud);
  });
  afterAll(async () => {
    useRealHashes();
    await cloud?.stop();
    if (cloud) requireCleanLog(join(options.directory ?? directory, "log/functions.log"));
    rmSync(directory, { recursive: true, force: true });
  });
  return running;
}
