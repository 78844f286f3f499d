import { expect, it } from "vitest";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeTokens } from "#test/support/builders/oauth.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

it("takes one round trip to authorize an access token, and two when the function is new", async () => {
  const { access_token: token } = await makeTokens(await makeHost(), await makeClient());
  changeService();
  const tripsOf = async () => {
    resetRoundTrips();
    const { policyDocument } = await authorize(
      authorizerEvent({ headers: { Authorization: [`Bearer ${token}`] } }),
    );
    expect(policyDocument.Statement[0]?.Effect).toBe("Allow");
    return roundTrips().trips;
  };
  expect([await tripsOf(), await tripsOf(), await tripsOf()]).toEqual([2, 1, 1]);
});
