import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { PROJECT } from "#infra/project.ts";

const WINDOWS = `data:text/javascript,Object.defineProperty(process, "platform", { value: "win32" })`;

test.each([
  ["npm start", "await import('./infra/local/main.ts')"],
  ["the command line", "await import('./infra/cli/main.ts')"],
  ["npm test", "const { setup } = await import('./test/support/runner/temporary-files.ts'); await setup()"],
])("on Windows, %s ends with one sentence that names WSL", (_, program) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", WINDOWS, "--input-type=module", "--eval", program],
    { cwd: PROJECT, encoding: "utf8", timeout: 60_000, env: { ...process.env, PORT: "-1" } },
  );
  expect([status, stdout, stderr]).toEqual([
    1,
    "",
    "On Windows, run this command in WSL (Windows Subsystem for Linux): https://learn.microsoft.com/windows/wsl/install\n",
  ]);
});
