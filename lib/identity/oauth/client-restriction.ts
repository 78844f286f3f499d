import * as z from "zod";
import { Scope } from "#lib/scopes.ts";
import { entity, type Stored } from "#lib/storage/table/entity.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import type { OAuthClientItem } from "./entity.ts";

/**
 * Whether a client is disabled, and its scopes. A separate, small item, because every call with an access token reads it. It is missing
 * until one of both changes for the first time: until then, all tokens were issued with scopes of the client.
 */
export const ClientRestriction = entity({
  name: "client-restriction",
  key: { pk: "OC#{id}", sk: "RESTRICTION" },
  schema: z.object({ id: z.string(), disabledAt: z.string().nullable(), scopes: z.array(Scope) }),
});
type Restriction = Stored<typeof ClientRestriction> | undefined;

/** The write that applies the state of a client to all its tokens. */
export const restrictionUpdate = ({
  id,
  disabledAt,
  scopes,
}: Pick<Stored<typeof OAuthClientItem>, "id" | "disabledAt" | "scopes">): Operation =>
  update(ClientRestriction, { id }, { set: { id, disabledAt, scopes } });

/** Whether a client is disabled. */
export const isClientDisabled = (restriction: Restriction): boolean =>
  restriction !== undefined && restriction.disabledAt !== null;

/** Whether the tokens of a client may still use a scope with which they were issued. */
export const isScopeAllowed = (restriction: Restriction, scope: Scope): boolean =>
  restriction === undefined || restriction.scopes.includes(scope);
