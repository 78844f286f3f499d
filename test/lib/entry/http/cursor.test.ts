import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { invoke } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** A list of three letters of a thing. */
const handler = listEndpoint(
  {
    id: "things.letters",
    summary: "Lists letters",
    route: "GET /things/{id}/letters",
    scopes: ["READ_BOOKING"],
    input: { path: z.object({ id: z.string() }) },
    response: z.object({ letters: z.array(z.string()) }),
    failures: [],
    permissions: [],
  },
  async () => ({
    async *read({ after = "" }) {
      yield ["a", "b", "c"].filter((letter) => letter > after);
    },
    positionOf: String,
  }),
);
const ask = (caller: Caller, cursor: string, id = "one") =>
  invoke(handler, { caller, path: { id }, query: { take: ["1"], cursor: [cursor] } });

describe("a cursor", () => {
  it("continues the list of its caller, with any credential", async () => {
    const host = await makeHost();
    const { headers } = await ask(host, "");
    const other: Caller = { ...host, credentialId: "key-2", scopes: ["READ_BOOKING"] };
    expect((await ask(other, headers["X-Next-Cursor"] ?? "")).json).toEqual({ letters: ["b"] });
  });

  it("is invalid for the list of another thing", async () => {
    const host = await makeHost();
    const { headers } = await ask(host, "");
    const { status, json } = await ask(host, headers["X-Next-Cursor"] ?? "", "two");
    expect([status, json["errors"]]).toEqual([400, [expect.objectContaining({ pointer: "#/query/cursor" })]]);
  });

  it("is invalid with other rights, because the elements of the list depend on them", async () => {
    const user = await makeHost();
    const admin: Caller = { ...user, role: "ADMIN" };
    const rights: Caller[] = [user, admin, { ...user, organizations: [7] }, { ...user, organizations: [8] }];
    for (const before of rights) {
      const { headers } = await ask(before, "");
      for (const after of rights.filter((each) => each !== before))
        expect((await ask(after, headers["X-Next-Cursor"] ?? "")).status).toBe(400);
    }
    const narrow: Caller = { ...admin, scopes: ["READ_BOOKING"] };
    const { headers } = await ask(narrow, "");
    expect((await ask(admin, headers["X-Next-Cursor"] ?? "")).status).toBe(400);
    expect((await ask(user, headers["X-Next-Cursor"] ?? "")).status).toBe(200);
  });
});
