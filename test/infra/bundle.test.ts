import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { cachedDataVersionTag } from "node:v8";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyAssets } from "#infra/assets.ts";
import { type Bundle, bundleFunctions } from "#infra/bundle.ts";
import { REPLACEMENTS } from "#infra/module-replacements.ts";
import { PROJECT } from "#infra/project.ts";
import { allEntries, loadRegistry, type Registry } from "#infra/registry.ts";
import type { FunctionSpec } from "#lib/entry/http/spec.ts";
import { CALLER } from "#test/support/calls/echo-endpoint.ts";
import { gatewayEvent } from "#test/support/calls/gateway-event.ts";
import { endpointSpec, entryOf, gatewaySpec } from "#test/support/calls/specs.ts";
import { loadBundles, NOTHING_SLOW } from "./load-bundles.ts";

const KIB = 1024;
/** Maximum gzip size of a bundle, which affects the duration of a cold start (ADR 0050). */
const BUDGET = 105 * KIB;
/** Of one that accepts a body, or has another client of AWS beside that of the table. */
const BUDGET_OF_LARGE = 134 * KIB;
/** Of one that reads or writes calendars of other servers: the parsers of iCalendar and XML, and the client of KMS (ADR 0060). */
const BUDGET_OF_CALENDARS = 163 * KIB;
/** Of the function that sends mails: the client of SES and the composer of messages. It is asynchronous, so a cold start delays nobody. */
const BUDGET_OF_MAILS = 205 * KIB;
const MAIL_SENDER = "lib/mail/transports/ses.ts";
const CALENDAR_READER = "lib/calendar/external/read-busy-times.ts";
const CALENDAR_CLIENT = "lib/calendar/external/caldav-requests.ts";
/** Of the MCP server: the package of the protocol, and the tools, which are all in one bundle (ADR 0053). */
const BUDGET_OF_TOOLS = 230 * KIB;
const FORBIDDEN = [
  /@aws-sdk\/credential-provider-/,
  /@smithy\/core\/.*\/event-streams\//,
  /aws-cdk-lib/,
  /ajv/,
  /mnemonist/,
  /node_modules\/undici\//,
  /zod\/v4\/locales\/(?!en\.js)/,
  /zod\/v3\//,
];
/** Functions with different imports. `test/infra/every-bundle.test.ts` loads all others, too. */
const DIFFERENT = [
  "authorizer",
  "bookings.create",
  "events.deliver",
  "calendars.check",
  "agents.mcp",
  "oauth.authorize",
];

describe("the bundles of the service", () => {
  let registry: Registry;
  let bundles: Bundle[];

  beforeAll(async () => {
    registry = await loadRegistry();
    bundles = [...(await bundleFunctions(allEntries(registry))).values()];
  });

  it("are one per function", () => {
    expect(bundles).toHaveLength(allEntries(registry).length);
  });

  it("contain no modules that make a cold start slow", () => {
    const found = bundles.flatMap(({ id, inputs }) =>
      inputs
        .filter((input) => FORBIDDEN.some((pattern) => pattern.test(input)))
        .map((input) => `${id}: ${input}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["authorizer", "lib/identity/oauth/entity.ts"],
    ["bookings.get", "lib/calendar/event-types/schema.ts"],
    ["bookings.get", "lib/identity/users/schema.ts"],
    ["bookings.list", "lib/calendar/event-types/schema.ts"],
    ["events.deliver", "lib/calendar/event-types/schema.ts"],
    ["events.deliver", "lib/delivery/subscriptions/input.ts"],
  ])("%s does not create the schemas of %s", (id, file) => {
    const inputs = bundles.find((bundle) => bundle.id === id)?.inputs;
    expect(inputs).toContain("node_modules/zod/v4/core/schemas.js");
    expect(inputs).not.toContain(file);
  });

  it.each(REPLACEMENTS)("throw if they run what $file contains", async ({ file, contents }) => {
    expect(existsSync(join(PROJECT, file))).toBe(true);
    const module: Record<string, unknown> = await import(
      `data:text/javascript,${encodeURIComponent(contents)}`
    );
    const { createStandardJSONSchemaMethod: create, EndpointCache: Cache, ...others } = module;
    const made = [
      ...(typeof create === "function" ? [create()] : []),
      ...(typeof Cache === "function" ? Object.values(Reflect.construct(Cache, [])) : []),
    ];
    const functions = [...Object.values(others), ...made].filter((value) => typeof value === "function");
    expect(functions.length).toBeGreaterThan(0);
    for (const each of functions) expect(() => each()).toThrow("is not in the bundles");
  });

  it("do not exceed their size limits", () => {
    const tooLarge = allEntries(registry).flatMap(({ spec }) => {
      const { gzipBytes = 0, inputs = [] } = bundles.find(({ id }) => id === spec.id) ?? {};
      const budget = budgetOf(spec, inputs);
      return gzipBytes > budget ? [`${spec.id}: ${gzipBytes} of ${budget} bytes`] : [];
    });
    expect(tooLarge).toEqual([]);
  });

  it("read calendars of other servers only in the functions that must", () => {
    const readers = bundles.filter(({ inputs }) => inputs.includes(CALENDAR_READER)).map(({ id }) => id);
    expect(readers.toSorted()).toEqual([
      "account.connect-calendar",
      "account.sync-calendar",
      "account.update-calendar",
      "account.update-calendar-connection",
      "calendar-connections.create",
      "calendar-connections.update",
      "calendars.check",
      "calendars.sync",
      "calendars.update",
    ]);
  });

  it("load neither Node's HTTP client nor worker threads, and do not compile schemas", async () => {
    const different = bundles.filter(({ id }) => DIFFERENT.includes(id));
    expect(different).toHaveLength(DIFFERENT.length);
    expect(await loadBundles(different)).toEqual(NOTHING_SLOW);
  });

  it.each(["http", "https"])(
    "do not load Node's HTTP client in their first call of AWS by %s",
    async (protocol) => {
      const { directory = "" } = bundles.find(({ id }) => id === "bookings.get") ?? {};
      const event = gatewayEvent("GET /bookings/{id}", { caller: CALLER, path: { id: "1" } });
      const program = `const { handler } = await import("${pathToFileURL(join(directory, "index.mjs")).href}");
      const { statusCode } = await handler(${JSON.stringify(event)}, {});
      const undici = process.moduleLoadList.filter((name) => name.includes("undici"));
      console.log(JSON.stringify({ statusCode, undici }));`;
      const env = {
        AWS_ENDPOINT_URL: `${protocol}://127.0.0.1:1`,
        AWS_REGION: "us-east-1",
        AWS_ACCESS_KEY_ID: "test",
        AWS_SECRET_ACCESS_KEY: "test",
        TABLE_NAME: "table",
      };
      const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
        env,
      });
      // Nothing listens at that port, so the call failed at each attempt.
      expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual({ statusCode: 503, undici: [] });
    },
  );

  it("use the code cache of Node's modules although Lambda passes --expose-gc", async () => {
    const file = pathToFileURL(join(bundles[0]?.directory ?? "", "index.mjs")).href;
    const program = `const { cachedDataVersionTag } = process.getBuiltinModule("node:v8");
      const before = cachedDataVersionTag();
      await import("${file}");
      console.log(cachedDataVersionTag() === before, cachedDataVersionTag() === ${cachedDataVersionTag()}, typeof gc);`;
    const flags = ["--expose-gc", "--max-semi-space-size=51", "--max-old-space-size=921"];
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...flags,
      "--input-type=module",
      "-e",
      program,
    ]);
    expect(stdout).toBe("false true function\n");
  });

  it("never call `require`, which ES modules lack", async () => {
    const codes = await Promise.all(
      bundles.map(({ directory }) => readFile(join(directory, "index.mjs"), "utf8")),
    );
    expect(codes.filter((code) => code.includes("Dynamic require of"))).toEqual([]);
  });
});

describe("bundling", () => {
  let project: string;
  const entries = [entryOf(gatewaySpec("authorizer")), entryOf(gatewaySpec("fallback"))];
  const reference = entryOf(endpointSpec({ id: "documents.reference", assets: ["reference.js"] }));
  const output = (id: string) => join(project, ".build/functions", id, "index.mjs");
  const write = (file: string, text: string) => writeFile(join(project, file), text);

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "almanac-bundle-"));
    await mkdir(join(project, "functions"));
    await mkdir(join(project, "lib"));
    await symlink(join(PROJECT, "node_modules"), join(project, "node_modules"));
    await write("package.json", '{"type":"module"}');
    await write("lib/shared.ts", 'export const word = "first";');
    await write(
      "functions/authorizer.ts",
      'import { word } from "../lib/shared.ts";\nexport const handler = () => word;',
    );
    await write(
      "functions/fallback.ts",
      'import { sep } from "node:path";\nexport const handler = () => sep;',
    );
    await bundleFunctions(entries, project);
  });

  afterAll(() => rm(project, { recursive: true }));

  it("creates a folder with one file that needs no other", async () => {
    const { handler } = await import(pathToFileURL(output("authorizer")).href);
    expect(handler()).toBe("first");
  });

  it("builds only the bundles again that a change affects", async () => {
    const longAgo = new Date(0);
    await utimes(output("fallback"), longAgo, longAgo);
    await write("lib/shared.ts", 'export const word = "second";');
    await bundleFunctions(entries, project);
    await expect(readFile(output("authorizer"), "utf8")).resolves.toContain("second");
    await expect(stat(output("fallback"))).resolves.toMatchObject({ mtimeMs: 0 });
  });

  it("can be done several times at once in one process, as by the threads that synthesize", async () => {
    const copies = Array.from({ length: 10 }, () => copyAssets([reference], project));
    await expect(Promise.all(copies)).resolves.toHaveLength(10);
  });

  it("replaces an asset by a new file, so that a synthesis that is reading the earlier one gets all of it", async () => {
    const asset = ".build/functions/documents.reference/reference.js.gz";
    await mkdir(join(project, dirname(asset)), { recursive: true });
    await write(asset, "earlier");
    const reading = await open(join(project, asset));
    await copyAssets([reference], project);
    expect((await reading.readFile()).length).toBe("earlier".length);
    await reading.close();
    expect(gunzipSync(await readFile(join(project, asset))).length).toBeGreaterThan(KIB * KIB);
  });
});

function budgetOf(spec: FunctionSpec, inputs: readonly string[]): number {
  if (inputs.includes(MAIL_SENDER)) return BUDGET_OF_MAILS;
  if ("protocol" in spec && spec.protocol === "mcp") return BUDGET_OF_TOOLS;
  if (inputs.includes(CALENDAR_CLIENT)) return BUDGET_OF_CALENDARS;
  const isLarge =
    ("input" in spec && "body" in spec.input) ||
    inputs.some((input) => /\/client-(?!dynamodb\/)/.test(input));
  return isLarge ? BUDGET_OF_LARGE : BUDGET;
}
