import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { getLinkedUser, unlinkProvider } from "#lib/identity/sign-in/provider/linked-user.ts";
import { makePerson } from "#test/support/pages/visitor.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
beforeEach(() => {
  vi.stubEnv("OIDC_NAME", "Example ID");
});

let subjects = 0;
const identityOf = ({ email }: { email: string }) => ({
  issuer: "https://id.example.com",
  subject: `subject ${++subjects}`,
  email,
  email_verified: true,
});

describe("a user of the provider", () => {
  it("is linked once if they sign in several times in parallel", async () => {
    const person = await makePerson();
    const identity = identityOf(person);
    const users = await Promise.all([identity, identity, identity].map(getLinkedUser));
    expect(users.map(({ id }) => id)).toEqual([person.id, person.id, person.id]);
  });

  it("is the only one linked if two claim the same account in parallel", async () => {
    const person = await makePerson();
    const claims = [identityOf(person), identityOf(person)].map(getLinkedUser);
    const results = await Promise.allSettled(claims);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("is linked separately at another provider", async () => {
    const person = await makePerson();
    const identity = identityOf(person);
    await getLinkedUser(identity);
    const elsewhere = { ...identity, issuer: "https://other.example.com" };
    await expect(getLinkedUser({ ...elsewhere, email_verified: false })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await getLinkedUser(elsewhere)).toMatchObject({ id: person.id });
  });

  it("is nobody whose address only looks the same: the Kelvin sign is a k in lower case", async () => {
    const person = await makePerson({ email: `kim-${randomUUID()}@example.com` });
    const other = identityOf({ email: person.email.replace("k", "\u212a") });
    await expect(getLinkedUser(other)).rejects.toMatchObject({ code: "forbidden" });
    const typed = identityOf({ email: ` ${person.email.replace("k", "K")} ` });
    expect(await getLinkedUser(typed)).toMatchObject({ id: person.id });
  });

  it("can be replaced after an unlink, which only an administrator can do", async () => {
    const person = await makePerson();
    await getLinkedUser(identityOf(person));
    await expect(getLinkedUser(identityOf(person))).rejects.toMatchObject({ code: "forbidden" });
    const caller = { userId: person.id, role: "USER", scopes: "all", credentialId: "key-1" } as const;
    await expect(unlinkProvider(caller, person.id)).rejects.toMatchObject({ code: "forbidden" });
    await unlinkProvider(OPERATOR, person.id);
    expect(await getLinkedUser(identityOf(person))).toMatchObject({ id: person.id });
  });
});
