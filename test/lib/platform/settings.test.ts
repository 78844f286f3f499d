import { describe, expect, it, vi } from "vitest";
import { loadConfig } from "#lib/platform/settings.ts";

const setting = {
  environmentVariableSelector: (env: Record<string, string | undefined>) => env["ALMANAC_TEST"],
};

describe("a setting of the SDK in a bundle", () => {
  it("comes from the environment", async () => {
    vi.stubEnv("ALMANAC_TEST", "set");
    await expect(loadConfig({ ...setting, default: "fallback" })()).resolves.toBe("set");
  });

  it("falls back on its default, which may have to be found", async () => {
    await expect(loadConfig({ ...setting, default: "fallback" })()).resolves.toBe("fallback");
    await expect(loadConfig({ ...setting, default: async () => "found" })()).resolves.toBe("found");
  });

  it("is looked for once", async () => {
    const find = vi.fn(() => "found");
    const load = loadConfig({ ...setting, default: find });
    await Promise.all([load(), load()]);
    expect(find).toHaveBeenCalledOnce();
  });
});
