import { describe, expect, it } from "vitest";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { run, runJson, useLocalDirectory } from "#test/support/command-line/command-line.ts";

const cloud = useCloud();
const service = () => {
  const { baseUrl, awsEndpoint, outputs } = cloud();
  return { baseUrl, awsEndpoint, outputs };
};

describe("doctor", () => {
  it("finds no problems in a healthy service", async () => {
    useLocalDirectory(service());
    const { findings } = await runJson("doctor");
    expect(findings).toEqual(
      [
        ...["stack", "address", "address", "permissions", "table", "secrets key", "signing keys"],
        ...Array(7).fill("queues"),
        ...["events", ...Array(7).fill("due")],
      ].map((part) => expect.objectContaining({ part, isHealthy: true, todo: null, runbook: null })),
    );
    const { out, err } = await run("doctor");
    expect(err).toBe("No problems found.\n");
    expect(out.match(/^✓ {2}\w.*$/gm)).toHaveLength(22);
  });

  it("finds dead letters, and prints the remedy", async () => {
    cloud().queues.send(nameOf(cloud().outputs.EventsDeadLettersUrl), { body: "{}" });
    useLocalDirectory(service());
    const { code, out, err } = await run("doctor --json");
    expect([code, err]).toEqual([1, "Problems found: 1.\n"]);
    const problems = JSON.parse(out).findings.filter(({ isHealthy }: { isHealthy: boolean }) => !isHealthy);
    expect(problems).toEqual([
      expect.objectContaining({
        found: expect.stringMatching(
          /^dead letters of events: 1; a message sent at \S+ will be deleted at \S+$/,
        ),
        todo: expect.stringContaining("redrive events"),
        runbook: "docs/runbooks/dead-letters.md",
      }),
    ]);
    expect((await run("doctor")).out).toMatch(
      /^✗ {2}queues +dead letters of events: 1.*\n {3,}\S.*redrive events.* See docs\/runbooks\/dead-letters\.md\.$/m,
    );
  });

  it("reports checks that fail, and runs the others", async () => {
    const outputs = { ...cloud().outputs, TableName: "another-table", SecretsKeyId: "another-key" };
    useLocalDirectory({ ...service(), outputs });
    const { code, out } = await run("doctor --json");
    const parts = JSON.parse(out)
      .findings.filter(({ isHealthy }: { isHealthy: boolean }) => !isHealthy)
      .map(({ part }: { part: string }) => part);
    expect(code).toBe(1);
    expect(parts).toEqual(expect.arrayContaining(["table", "secrets key", "signing keys", "events"]));
    expect(parts).not.toContain("address");
  });
});

const nameOf = (url: string): string => url.split("/").at(-1) ?? "";
