import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { getLinkedUser } from "#lib/sign-in/provider/get-linked-user.ts";
import { unlinkProvider } from "#lib/sign-in/provider/unlink.ts";
import { makePerson } from "#test/support/pages/visitor.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
beforeEach(() => {
  vi.stubEnv("OIDC_NAME", "Example ID");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

let subjects = 0;
const identityOf = ({ email }: { email: string }, more: object = {}) => ({
  issuer: "https://id.example.com",
  subject: `subject ${++subjects}`,
  email,
  email_verified: true,
  ...more,
});

describe("somebody at the provider", () => {
  it("is linked once when they sign in twice at once", async () => {
    const person = await makePerson();
    const identity = identityOf(person);
    const users = await Promise.all([identity, identity, identity].map(getLinkedUser));
    expect(users.map(({ id }) => id)).toEqual([person.id, person.id, person.id]);
  });

  it("is one user there alone, when two claim the same user at once", async () => {
    const person = await makePerson();
    const claims = [identityOf(person), identityOf(person)].map(getLinkedUser);
    const ended = await Promise.allSettled(claims);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("is somebody else at another provider", async () => {
    const person = await makePerson();
    const identity = identityOf(person);
    await getLinkedUser(identity);
    const elsewhere = { ...identity, issuer: "https://other.example.com" };
    await expect(getLinkedUser({ ...elsewhere, email_verified: false })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await getLinkedUser(elsewhere)).toMatchObject({ id: person.id });
  });

  it("is linked again once it is unlinked, which an administrator alone can do", async () => {
    const person = await makePerson();
    await getLinkedUser(identityOf(person));
    await expect(getLinkedUser(identityOf(person))).rejects.toMatchObject({ code: "forbidden" });
    const caller = { userId: person.id, role: "USER", scopes: "all", credentialId: "key-1" } as const;
    await expect(unlinkProvider(caller, person.id)).rejects.toMatchObject({ code: "forbidden" });
    await unlinkProvider(OPERATOR, person.id);
    expect(await getLinkedUser(identityOf(person))).toMatchObject({ id: person.id });
  });
});
