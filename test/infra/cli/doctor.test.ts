import { startLocalAws } from "@almanac/local-cloud/testing/local-aws.ts";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { adminCommand, type Finding } from "#infra/cli/checks/check.ts";
import { checkPermissions } from "#infra/cli/checks/permissions.ts";
import { checkStack } from "#infra/cli/checks/stack.ts";
import { checkTable } from "#infra/cli/checks/table.ts";
import { ClaimRow, minuteAttribute } from "#lib/calendar/claims/claims.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { put, remove } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { tableDefinition, useLocalTable } from "#test/support/table/local-table.ts";
import { mockTable } from "#test/support/table/table-calls.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

async function makeBooking() {
  const host = await makeHost();
  const booking = await book(host, await makeEventType(host), { start: "2030-03-04T09:00:00Z" });
  return { user: host.userId, booking };
}

test("calendars without disagreements are reported as such", async () => {
  const { user } = await makeBooking();
  await makeBooking();
  expect(await runJson("doctor claims")).toEqual({ disagreements: [] });
  expect(await run(`doctor claims --user ${user}`)).toEqual({
    code: 0,
    out: "",
    err: "Checked 1 user: no disagreements.\n",
  });
});

test("disagreements are listed, host by host, and the exit code is 1", async () => {
  const { user, booking } = await makeBooking();
  const other = await makeBooking();
  await writeOne(remove(ClaimRow, { userId: user, hour: Date.parse(booking.startTime) / 3_600_000 }));
  const disagreement = {
    userId: user,
    part: "minutes",
    subject: "2030-03-04T09:00Z/2030-03-04T09:30Z",
    expected: `booking ${booking.id}`,
    found: "nobody",
  };
  const { code, out } = await run("doctor claims --json");
  expect([code, JSON.parse(out)]).toEqual([1, { disagreements: [disagreement] }]);
  const printed = await run("doctor claims");
  expect(printed.out).toContain(`2030-03-04T09:00Z/2030-03-04T09:30Z  booking ${booking.id}  nobody`);
  expect(printed.err).toMatch(/^Checked \d+ users: 1 disagreement\.\n$/);
  expect(await run(`doctor claims --user ${other.user}`)).toMatchObject({ code: 0 });
});

test("a check that stopped early, because too much is wrong, says so", async () => {
  const { user } = await makeBooking();
  for (let hour = 500_000; hour < 500_017; hour += 1) {
    const minutes = Array.from({ length: 60 }, (_, minute) => [minuteAttribute(minute), 9_000 + minute]);
    await writeOne(put(ClaimRow, { userId: user, hour, ...Object.fromEntries(minutes) }));
  }
  await makeBooking();
  const { code, err } = await run("doctor claims");
  expect(code).toBe(1);
  expect(err).toMatch(
    /^Checked \d+ users: \d{4} disagreements\. Stopped there: later users are not checked\.\n$/,
  );
});

test("an unknown user is an error", async () => {
  expect(await run("doctor claims --user nobody@example.com")).toMatchObject({ code: 1, out: "" });
});

describe("doctor finds", () => {
  const todoOf = (status: string) =>
    checkStack({ ...targetOf(""), stack: { name: "Almanac", status } }).then(({ remedy }) => remedy?.todo);

  test("a stack that is being deployed, or whose deployment failed", async () => {
    expect(await todoOf("UPDATE_COMPLETE")).toBeUndefined();
    expect(await todoOf("UPDATE_COMPLETE_CLEANUP_IN_PROGRESS")).toContain("Wait");
    expect(await todoOf("UPDATE_ROLLBACK_COMPLETE")).toContain("last deployment failed");
    expect(await todoOf("ROLLBACK_FAILED")).toContain("last deployment failed");
  });

  test("an index that is not active", async () => {
    const Table = {
      TableStatus: "ACTIVE" as const,
      GlobalSecondaryIndexes: [{ IndexStatus: "CREATING" as const }],
    };
    mockTable().on(DescribeTableCommand).resolves({ Table });
    expect(await checkTable()).toMatchObject({ remedy: { runbook: "docs/runbooks/table.md" } });
  });

  test("missing permissions of the operator's credentials", async () => {
    const findings = await permissionsOf(["GetItem", "Query"], [TABLE]);
    const problems = findings.filter(({ remedy }) => remedy !== undefined);
    expect(
      problems.map((one) => /^these credentials do not allow dynamodb:(.+)/.exec(one.text)?.[1]),
    ).toEqual([
      "BatchGetItem",
      "Query on GSI1",
      "Query on GSI2",
      "Query on GSI3",
      "PutItem",
      "UpdateItem",
      "DeleteItem",
      "ConditionCheckItem",
    ]);
  });

  test("no problem if only some commands lack permissions, and lists these commands", async () => {
    const findings = await permissionsOf(REQUIRED_ACTIONS, [TABLE, `${TABLE}/index/*`]);
    expect(findings).toEqual([
      { text: "these credentials can read and write the table and its indexes" },
      {
        text: "not allowed, and only needed for privacy, backup export, backfill run, dead-letters redrive stream: dynamodb:Scan",
      },
      { text: "not allowed, and only needed for backup restore: dynamodb:BatchWriteItem" },
    ]);
  });
});

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/test-table";
/** The actions that the runbook of the operator's machine allows to every operator. */
const REQUIRED_ACTIONS = [
  "GetItem",
  "BatchGetItem",
  "Query",
  "PutItem",
  "UpdateItem",
  "DeleteItem",
  "ConditionCheckItem",
];

/** Checks the permissions of credentials that allow these actions on these resources. */
async function permissionsOf(actions: readonly string[], resources: string[]): Promise<Finding[]> {
  const allowed = actions.map((action) => `dynamodb:${action}`);
  const { url } = await startLocalAws({
    callers: new Map([["some", [{ effect: "Allow", actions: allowed, resources }]]]),
    tables: [tableDefinition()],
  });
  vi.stubEnv("AWS_ENDPOINT_URL", url).stubEnv("AWS_ACCESS_KEY_ID", "some");
  changeService();
  onTestFinished(changeService);
  return checkPermissions();
}

test("a suggested command names the checked stack", () => {
  const stack = { name: "Almanac", status: "UPDATE_COMPLETE" };
  expect(adminCommand({ stack }, "keys rotate")).toBe("npm run admin -- --stack Almanac keys rotate");
  expect(adminCommand({}, "keys rotate")).toBe("npm run admin -- keys rotate");
});
