import { beforeEach, expect, test } from "vitest";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

test("a reset link has the address of the service, and is rejected if users can't sign in with a password", async () => {
  const email = "ann@example.com";
  await runJson(`users create --email ${email} --name Ann`);
  const { code, out, err } = await run(`users reset-link ${email}`);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("http://localhost:3000/v1/account/reset?token=pr_"),
  ]);
  expect(err).toContain("Send the link to this user only.");
  expect(await runJson(`users reset-link ${email}`)).toEqual({
    reset_link: {
      url: expect.stringMatching(/^http:\/\/localhost:3000\/v1\/account\/reset\?token=pr_\d+_[\w-]{43}$/),
      expiresAt: expect.any(String),
      userId: expect.any(Number),
      email,
    },
  });
  const target = targetOf(aws().url);
  useLocalDirectory({ ...target, outputs: { ...target.outputs, PasswordSignIn: "0" } });
  expect(await run(`users reset-link ${email}`)).toEqual({
    code: 1,
    out: "",
    err: "forbidden: Password sign-in is disabled.\n",
  });
});
