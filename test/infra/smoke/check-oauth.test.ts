import { expect, test, vi } from "vitest";
import { openApi } from "#infra/smoke/api.ts";
import { checkOAuth } from "#infra/smoke/check-oauth.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { fetchFromHost } from "#test/support/network/fetch-from-host.ts";

const cloud = useSharedCloud();
const EXECUTE_API = "abc123.execute-api.eu-west-1.amazonaws.com";

test("clients find the metadata at the path of RFC 8414 where the root is served", async () => {
  const { detail } = await checkOAuth(openApi(cloud().baseUrl, ""));
  expect(detail).toContain("clients find it at /.well-known/oauth-authorization-server/v1,");
});

test("clients find the metadata below the stage without a custom domain, and the check fails if they do not", async () => {
  fetchFromHost(EXECUTE_API, new URL(cloud().baseUrl).port);
  const check = async () => (await checkOAuth(openApi(`http://${EXECUTE_API}/v1`, ""))).detail;
  expect(await check()).toContain("clients find it at /v1/.well-known/openid-configuration,");
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    url.endsWith("/openid-configuration")
      ? Promise.resolve(new Response("{}", { status: 404 }))
      : send(url, init),
  );
  await expect(check()).rejects.toThrow("no client finds the metadata");
});
