import { describe, expect, test, vi } from "vitest";
import { localDirectory } from "#infra/cli/open-target.ts";
import { createProgram } from "#infra/cli/program.ts";
import { SILENT_TERMINAL } from "#infra/cli/terminal.ts";
import { run, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";

const CREATE = 'users create --email ann@example.com --name "Ann Arbor"';

describe("help", () => {
  test.for(["--help", "users --help", "help api-keys"])(
    "%s prints help with examples on standard output",
    async (args) => {
      const { code, out, err } = await run(args);
      expect(code).toBe(0);
      expect(out).toContain("Examples:");
      expect(err).toBe("");
    },
  );

  test("without a command the commands are listed", async () => {
    const { code, out, err } = await run("");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("oauth-clients");
  });
});

describe("the commands of a command line", () => {
  const nounsOf = async (args: string) =>
    (await createProgram(SILENT_TERMINAL, args.split(" "))).commands.map((noun) => noun.name());

  test("are those of its noun, because importing all takes most of the time", async () => {
    for (const noun of await nounsOf("--help")) expect(await nounsOf(`${noun} --help`)).toEqual([noun]);
  });

  test("are those of its noun if a stack or `help` comes first", async () => {
    await expect(nounsOf("--stack Almanac users list")).resolves.toEqual(["users"]);
    await expect(nounsOf("--stack keys users list --json")).resolves.toEqual(["users"]);
    await expect(nounsOf("help webhooks")).resolves.toEqual(["webhooks"]);
  });
});

describe("an invalid command line changes nothing and exits with 2", () => {
  test.for([
    ["nonsense", "unknown command 'nonsense'"],
    ["users create --name Ann", "'--email <address>' not specified"],
    [`${CREATE} --colour red`, "unknown option '--colour'"],
    [`${CREATE} --time-zone Mars`, "--time-zone: must be a time zone name of the tz database"],
    [`${CREATE} --time-format soon`, "It must be a whole number."],
    [`${CREATE} --time-format 13`, "--time-format: must be one of 12, 24"],
    [`${CREATE} --role boss`, "--role: must be one of"],
    [`${CREATE} --password short`, "--password: must have at least 8 characters"],
    [`${CREATE} --password long-enough --password-stdin`, "exclude each other"],
    ["users set-password ann@example.com", "--password-stdin or --password: is required"],
    ["users show ann", '"ann" is not the id or email'],
    ["users set-role 1 boss", "--role: must be one of"],
    ["teams create --name 夜 --if-missing", "--if-missing: needs --slug"],
    ["api-keys create --user 1 --if-missing", "--if-missing: needs --note"],
    ["deliveries list", "missing required argument 'id'"],
    ["event-types create --title Talk --length 30", "'--user <user>' not specified"],
    ["api-keys create --user 1 --expires 2020-01-01", "--expires: must be in the future"],
    ["api-keys revoke x --user 1", '"x" is not an id'],
    ["event-types update 1 --booking-fields {", "It must be JSON."],
    ["oauth-clients create --name X --redirect-uri http://x.example/", "--redirect-uri: must be https"],
    [
      "oauth-clients create --name X --redirect-uri https://x.example/ --scope all",
      "--scope: must be one of",
    ],
    [
      `oauth-clients create --name X --redirect-uri https://x.example/ --logo data:text/html,x`,
      "--logo: must be a picture (PNG, JPEG, GIF, WebP) of at most 16384 bytes, or an https URL",
    ],
    ["--stack Almanac seed demo", "--out: is required with --stack"],
    ["--stack", "option '--stack <name>' argument missing"],
    ['--stack "" users list', "--stack: is empty"],
    ['--region "" --stack Almanac users list', "--region: is empty"],
    ["--region eu-west-1 users list", "--stack: is required with --region"],
    ["users list --profile ops", "--stack: is required with --profile"],
  ] as const)("%s", async ([args, message]) => {
    useLocalDirectory();
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });

  test("all invalid options are listed", async () => {
    const { err } = await run("users create --email nobody --name x --locale EN");
    expect(err).toMatch(/--email: .*\n--locale: /);
  });
});

describe("without a local service", () => {
  test("the default folder is used if LOCAL_DIR is empty", () => {
    vi.stubEnv("LOCAL_DIR", "");
    expect(localDirectory()).toBe(".local");
  });

  test("the error says how to start it", async () => {
    useLocalDirectory();
    const { code, err } = await run("users list");
    expect(code).toBe(1);
    expect(err).toContain(
      "temporarily_unavailable: The local service is not running. Start it with `npm start`",
    );
  });

  test("the error is the same if it was killed", async () => {
    useLocalDirectory(targetOf("http://127.0.0.1:1"));
    const { code, err } = await run("users list");
    expect(code).toBe(1);
    expect(err).toContain("The local service is not running");
  });

  test("the error is a different one if AWS can't be reached", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:1").stubEnv("AWS_ACCESS_KEY_ID", "someone");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    const { code, err } = await run("--stack Almanac --region eu-west-1 users list");
    expect([code, err]).toEqual([1, expect.stringMatching(/^temporarily_unavailable: .*AWS_ENDPOINT_URL/)]);
    expect(err).not.toContain("local service");
  });
});
