import { describe, expect, it } from "vitest";
import { providerContext, readProvider } from "#infra/local/provider.ts";
import { readSettings, variablesOf } from "#infra/read-settings.ts";

const ENVIRONMENT = {
  OIDC_ISSUER: "http://127.0.0.1:9000",
  OIDC_CLIENT_ID: "almanac",
  OIDC_CLIENT_SECRET: "secret",
};

describe("the provider of the local cloud", () => {
  it("is read from the environment, and undefined without an issuer", () => {
    expect(readProvider({})).toBeUndefined();
    expect(readProvider(ENVIRONMENT)).toEqual({
      issuer: "http://127.0.0.1:9000",
      clientId: "almanac",
      clientSecret: "secret",
      passwordSignIn: true,
    });
    expect(readProvider({ ...ENVIRONMENT, OIDC_NAME: "Mine", PASSWORD_SIGN_IN: "0" })).toMatchObject({
      name: "Mine",
      passwordSignIn: false,
    });
    expect(() => readProvider({ OIDC_ISSUER: "http://127.0.0.1:9000" })).toThrow("OIDC_CLIENT_ID");
  });

  it("results in valid settings, without the local issuer", () => {
    const context = providerContext({ ...PROVIDER, passwordSignIn: false });
    const settings = variablesOf(readSettings(context));
    expect(settings).toMatchObject({ OIDC_NAME: "127.0.0.1:9000", PASSWORD_SIGN_IN: "0" });
    expect(settings.OIDC_ISSUER).not.toContain("127.0.0.1");
  });
});

const PROVIDER = {
  issuer: ENVIRONMENT.OIDC_ISSUER,
  clientId: "almanac",
  clientSecret: "secret",
};
