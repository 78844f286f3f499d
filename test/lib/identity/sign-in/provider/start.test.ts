import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { startProviderSignIn } from "#lib/identity/sign-in/provider/sign-in.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = {
  browserToken: "b".repeat(43),
  query: "client_id=1",
  callback: "https://api.example.com/v1/auth/oauth2/provider-callback",
};

function useProvider(issuer: string): void {
  vi.stubEnv("OIDC_ISSUER", issuer);
  vi.stubEnv("OIDC_CLIENT_ID", "almanac");
  vi.stubEnv("OIDC_NAME", "Example ID");
}

describe("starting a sign-in at an OpenID provider", () => {
  it("fails with temporarily_unavailable if the provider can't be reached", async () => {
    const lines = captureLines();
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = Object(server.address());
    server.close();
    useProvider(`http://127.0.0.1:${address.port}`);
    await expect(startProviderSignIn(START)).rejects.toMatchObject({
      code: "temporarily_unavailable",
      message: expect.stringContaining("Example ID is not available"),
    });
    expect(lines()).toMatchObject([{ kind: "sign_in.provider_failed", reason: "TypeError" }]);
  });

  it("uses http only for loopback hosts", async () => {
    useProvider("http://id.example.com");
    await expect(startProviderSignIn(START)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("is invalid"),
    });
  });
});
