import { describe, expect, it } from "vitest";
import { contextFor, providerIn } from "#infra/local/provider.ts";
import { readSettings, variablesOf } from "#infra/read-settings.ts";

const ENVIRONMENT = {
  OIDC_ISSUER: "http://127.0.0.1:9000",
  OIDC_CLIENT_ID: "almanac",
  OIDC_CLIENT_SECRET: "secret",
};

describe("the provider of the local cloud", () => {
  it("is what the environment says, and none without an issuer", () => {
    expect(providerIn({})).toBeUndefined();
    expect(providerIn(ENVIRONMENT)).toEqual({
      issuer: "http://127.0.0.1:9000",
      clientId: "almanac",
      clientSecret: "secret",
      passwordSignIn: true,
    });
    expect(providerIn({ ...ENVIRONMENT, OIDC_NAME: "Mine", PASSWORD_SIGN_IN: "0" })).toMatchObject({
      name: "Mine",
      passwordSignIn: false,
    });
    expect(() => providerIn({ OIDC_ISSUER: "http://127.0.0.1:9000" })).toThrow("OIDC_CLIENT_ID");
  });

  it("makes a template that takes the settings of a deployed one, without the local issuer in it", () => {
    const context = contextFor({ ...ENVIRONMENT_AS_PROVIDER, passwordSignIn: false });
    const settings = variablesOf(readSettings(context));
    expect(settings).toMatchObject({ OIDC_NAME: "127.0.0.1:9000", PASSWORD_SIGN_IN: "0" });
    expect(settings.OIDC_ISSUER).not.toContain("127.0.0.1");
  });
});

const ENVIRONMENT_AS_PROVIDER = {
  issuer: ENVIRONMENT.OIDC_ISSUER,
  clientId: "almanac",
  clientSecret: "secret",
};
