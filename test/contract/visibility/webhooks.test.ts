import { beforeAll, describe, expect, it } from "vitest";
import { loadRegistry } from "#infra/registry.ts";
import type { Caller } from "#lib/caller.ts";
import { listWebhooks, type WebhookFilter } from "#lib/delivery/subscriptions/list.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { Scope } from "#lib/scopes.ts";
import { deliveryPath, endedDelivery, exampleOf, quietWebhook } from "#test/contract/examples.ts";
import { parametersOf } from "#test/contract/subject.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const { endpoints } = await loadRegistry();
const specs = endpoints
  .map(({ spec }) => spec)
  .filter((spec) => spec.id.startsWith("webhooks.") && parametersOf(spec).length > 0);

/** All scopes of an application, except for ADMIN. */
const LIMITED = Scope.options.filter((scope) => scope !== "ADMIN");
const limited = (caller: Caller): Caller => ({ ...caller, scopes: LIMITED });
const unlimited = (caller: Caller): Caller => ({ ...caller, scopes: Scope.options });

beforeAll(() => {
  process.env["ALLOW_INSECURE_WEBHOOKS"] = "1";
});

/** Creates a webhook. */
type Make = () => ReturnType<typeof makeWebhook>;

/** The status 200 or the code of the error that a caller gets for a new webhook. */
async function statusFor(spec: EndpointSpec, caller: Caller, make: Make): Promise<unknown> {
  const delivery = await endedDelivery(await make());
  const { deliveryId, id } = deliveryPath(delivery);
  const { status, json } = await callEndpoint(spec.id, caller, {
    path: parametersOf(spec).includes("deliveryId") ? { id, deliveryId } : { id },
    ...(spec.input.body && { body: Object(await exampleOf(spec).body?.(caller)) }),
  });
  return status === 200 ? status : json["code"];
}

it("covers every endpoint of one webhook", () => {
  expect(specs.map(({ id }) => id)).toHaveLength(10);
});

describe.each(specs)("$id", (spec) => {
  it("allows a team's admins and owners to access its webhooks, with tokens only with ADMIN", async () => {
    const team = await makeTeam();
    const former = await makeMember(team, "ADMIN");
    const make: Make = () => makeWebhook(former, { ...quietWebhook(), teamId: team.id });
    const [owner, admin] = [await makeMember(team, "OWNER"), await makeMember(team, "ADMIN")];
    for (const caller of [owner, admin, unlimited(admin), await makeHost("ADMIN")])
      expect(await statusFor(spec, caller, make)).toBe(200);
    for (const caller of [
      limited(admin),
      await makeMember(team, "MEMBER"),
      await makeHost(),
      limited(await makeHost("ADMIN")),
    ])
      expect(await statusFor(spec, caller, make)).toBe("not_found");
    const last = await make();
    await removeMembership(former, { userId: former.userId, teamId: team.id });
    expect(await statusFor(spec, former, async () => last)).toBe("not_found");
    expect(await statusFor(spec, owner, async () => last)).toBe(200);
  });

  it("allows system admins to access a webhook for all events, with tokens only with ADMIN", async () => {
    const admin = await makeHost("ADMIN");
    const webhook = await makeWebhook(admin, { ...quietWebhook(), platform: true });
    const make: Make = async () => webhook;
    for (const caller of [limited(admin), await makeHost()])
      expect(await statusFor(spec, caller, make)).toBe("not_found");
    expect(await statusFor(spec, unlimited(admin), make)).toBe(200);
    if (spec.id !== "webhooks.delete")
      expect((await callEndpoint("webhooks.delete", admin, { path: { id: webhook.id } })).status).toBe(200);
  });
});

describe("the list of webhooks", () => {
  const listed = async (caller: Caller, filter?: WebhookFilter): Promise<string[]> => {
    const ids: string[] = [];
    for await (const page of listWebhooks(caller, filter).read({})) ids.push(...page.map(({ id }) => id));
    return ids;
  };

  it("contains those of the teams that the caller administers, created by any user, in order of creation", async () => {
    const team = await makeTeam();
    const [former, owner] = [await makeMember(team, "ADMIN"), await makeMember(team, "OWNER")];
    const member = await makeMember(team, "MEMBER");
    const one = await makeWebhook(owner);
    const two = await makeWebhook(former, { teamId: team.id });
    const three = await makeWebhook(owner);
    const four = await makeWebhook(former, { teamId: team.id, active: false });
    const own = await makeWebhook(former);
    await removeMembership(former, { userId: former.userId, teamId: team.id });
    expect(await listed(owner)).toEqual([one.id, two.id, three.id, four.id].toSorted());
    expect(await listed(limited(owner))).toEqual([one.id, three.id].toSorted());
    expect(await listed(former)).toEqual([own.id]);
    expect(await listed(member)).toEqual([]);
    const { headers } = await callEndpoint("webhooks.list", owner, {
      query: { take: ["2"], page: ["2"], count: ["true"] },
    });
    expect(headers["X-Total-Count"]).toBe("4");
    const pages: string[] = [];
    for await (const page of listWebhooks(owner).read({ after: two.id, most: 1 }))
      pages.push(...page.map(({ id }) => id));
    expect(pages).toEqual([three.id, four.id].filter((id) => id > two.id).toSorted());
  });

  it("contains each webhook once, on pages of any size, if its user created it for a team", async () => {
    const team = await makeTeam();
    const admin = await makeMember(team, "ADMIN");
    const all: string[] = [];
    for (const more of [{}, { teamId: team.id }, { teamId: team.id }, {}, { teamId: team.id }])
      all.push((await makeWebhook(admin, more)).id);
    expect(await listed(admin)).toEqual(all.toSorted());
    for (const most of [1, 2, 3]) {
      const pages: string[] = [];
      for await (const page of listWebhooks(admin).read({ most })) pages.push(...page.map(({ id }) => id));
      expect(pages).toEqual(all.toSorted());
    }
  });

  it("with userId contains those of the user for a system admin, and is the same for other callers", async () => {
    const [host, other, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
    const [one, two] = [await makeWebhook(host), await makeWebhook(other)];
    const filter = { userId: other.userId };
    expect(await listed(admin, filter)).toEqual([two.id]);
    expect(await listed(limited(admin), filter)).toEqual([]);
    expect(await listed(host, filter)).toEqual([one.id]);
  });

  it("contains no webhook for all events for an admin's token without ADMIN", async () => {
    const admin = await makeHost("ADMIN");
    const [own, platform] = [await makeWebhook(admin), await makeWebhook(admin, { platform: true })];
    expect(await listed(limited(admin))).toEqual([own.id]);
    await callEndpoint("webhooks.delete", admin, { path: { id: platform.id } });
  });
});
