import * as z from "zod";
import { shardOf } from "#lib/platform/shard.ts";
import { AUDIT_PARTS, AUDIT_RESOURCES } from "./audit-resources.ts";
import { entity } from "./entity.ts";

/**
 * Number of index partitions that contain all entries. A partition takes 1,000 write units a second, and an entry needs one
 * (docs/scale.md).
 */
export const AUDIT_SHARDS = 32;

/** Resources of one type that changed in the same way, with the names of the changed attributes, never their values. */
export const AuditChange = z
  .object({
    resource: z.enum([...AUDIT_RESOURCES, ...AUDIT_PARTS]).describe("Type of these resources."),
    ids: z.array(z.string()).describe("Ids of the resources that changed in the same way."),
    action: z
      .enum(["created", "changed", "removed", "exported", "erased"])
      .describe("What happened to them."),
    attributes: z
      .array(z.string())
      .describe("Names of the changed fields; empty if the resource was created or deleted."),
  })
  .describe("Resources that changed in the same way.");
export type AuditChange = z.output<typeof AuditChange>;

/**
 * A change of one resource: the user, the credential and the request that made it, and what changed. Entries can be queried by resource, by
 * user and by time. They are never changed, and expire after a year (ADR 0027).
 */
export const AuditItem = entity({
  name: "audit-entry",
  key: { pk: "AU#{resource}#{resourceId}", sk: "{at}#{id}" },
  indexes: {
    GSI2: { pk: "AUBY#{userId}", sk: "{at}#{id}" },
    GSI3: { pk: "AUDIT#{shard}", sk: "{at}#{id}" },
  },
  schema: z.object({
    id: z.string(),
    at: z.string(),
    resource: z.enum(AUDIT_RESOURCES),
    resourceId: z.string(),
    changes: z.array(AuditChange),
    userId: z.int().optional(),
    credentialId: z.string(),
    requestId: z.string().optional(),
    ttl: z.int(),
  }),
  attributes: ["id", "at"],
  derive: ({ id }) => ({ shard: shardOf(id, AUDIT_SHARDS) }),
  format: 2,
  accountClosing: "retained",
});
export type StoredAuditEntry = z.output<typeof AuditItem.schema>;

/** An entry embedded in another item, without the values that are derived from that item. */
export const EmbeddedAuditEntry = AuditItem.schema.omit({ id: true, at: true, requestId: true, ttl: true });
