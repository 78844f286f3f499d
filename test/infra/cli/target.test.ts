import { describe, expect, test, vi } from "vitest";
import { withTarget } from "#infra/cli/target.ts";
import { findBookable } from "#lib/calendar/event-types/get-bookable.ts";
import { encryptText } from "#lib/platform/kms.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { targetOf } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const NAMES = ["TABLE_NAME", "AWS_ENDPOINT_URL", "AWS_REGION", "AWS_PROFILE", "AWS_ACCESS_KEY_ID"] as const;
const environment = () => Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));

test("the environment of a local service is set during the call and restored afterwards", async () => {
  vi.stubEnv("AWS_PROFILE", "mine").stubEnv("AWS_REGION", "eu-west-1").stubEnv("TABLE_NAME", undefined);
  const before = environment();
  const during = await withTarget(targetOf("http://127.0.0.1:1"), async () => environment());
  expect(during).toEqual({
    TABLE_NAME: "test-table",
    AWS_ENDPOINT_URL: "http://127.0.0.1:1",
    AWS_REGION: "us-east-1",
    AWS_PROFILE: undefined,
    AWS_ACCESS_KEY_ID: "operator",
  });
  expect(environment()).toEqual(before);
});

test("endpoints set in the shell are not used", async () => {
  const names = ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_SQS", "AWS_ENDPOINT_URL_KMS"];
  for (const name of [...names, "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"]) vi.stubEnv(name, "true");
  const endpoints = () => Object.keys(process.env).filter((name) => name.startsWith("AWS_ENDPOINT_URL"));
  const during = await withTarget(targetOf("http://127.0.0.1:1"), async () => ({
    names: endpoints(),
    isIgnored: process.env["AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"],
  }));
  expect(during).toEqual({ names: ["AWS_ENDPOINT_URL"], isIgnored: "false" });
  expect(endpoints()).toEqual(expect.arrayContaining(names));
});

test("the environment is restored after a failure, too", async () => {
  const before = environment();
  const failing = withTarget(targetOf("http://127.0.0.1:1"), () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(environment()).toEqual(before);
});

test("a deployed service is called with the operator's own credentials, or those of the profile", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "shell").stubEnv("AWS_ENDPOINT_URL", undefined);
  const { baseUrl, outputs } = targetOf("");
  const withoutProfile = await withTarget({ baseUrl, outputs, region: "eu-west-1" }, async () =>
    environment(),
  );
  expect(withoutProfile).toMatchObject({ AWS_ACCESS_KEY_ID: "shell", AWS_REGION: "eu-west-1" });
  const withProfile = await withTarget({ baseUrl, outputs, profile: "ops" }, async () => environment());
  expect(withProfile).toMatchObject({ AWS_ACCESS_KEY_ID: undefined, AWS_PROFILE: "ops" });
});

test.each([
  ["0", "0"],
  [undefined, undefined],
])(
  "commands read whether password sign-in is disabled from the stack's outputs: %s",
  async (output, expected) => {
    vi.stubEnv("PASSWORD_SIGN_IN", "1");
    const target = targetOf("http://127.0.0.1:1");
    const outputs = { ...target.outputs, ...(output !== undefined && { PasswordSignIn: output }) };
    expect(await withTarget({ ...target, outputs }, async () => process.env["PASSWORD_SIGN_IN"])).toBe(
      expected,
    );
  },
);

describe("two services in one process", () => {
  const services = [useLocalTable(), useLocalTable()];
  /** Calls a function with one service, and then with the other one. */
  const onEach = <T>(call: () => Promise<T>): Promise<T[]> =>
    Array.fromAsync(services, (service) => withTarget(targetOf(service().url), call));

  test("an id leased from one service is not used for the other", async () => {
    expect(await onEach(() => takeIds("booking", 1))).toEqual([[1], [1]]);
  });

  test("a cached event type of one service is not used for the other", async () => {
    const made = await onEach(async () => {
      const host = await makeHost();
      const eventType = await makeEventType(host);
      return { eventType, found: await findBookable(host.userId, eventType.id) };
    });
    expect(made[0]?.eventType.id).toBe(made[1]?.eventType.id);
    expect(made.map(({ found }) => found?.eventType.slug)).toEqual(
      made.map(({ eventType }) => eventType.slug),
    );
  });

  test("a secret of a service is encrypted with its own key", async () => {
    await onEach(() => encryptText("secret", { webhookId: "1" }));
    const calls = services.map((service) => service().usage().get("operator")?.get("kms:Encrypt"));
    expect(calls).toEqual(calls.map(() => ({ allowed: 1, denied: 0 })));
  });
});
