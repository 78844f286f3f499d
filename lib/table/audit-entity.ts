import * as z from "zod";
import { AUDIT_PARTS, AUDIT_RESOURCES } from "./audit-resources.ts";
import { entity } from "./entity.ts";

/** Partitions of an index that all entries are spread over. */
export const AUDIT_SHARDS = 8;

/** What happened to some resources of one type: names of attributes, never their values. */
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
 * One change of a resource: who did it, by which credential, in which call, and what changed. Found by the resource, by the user who did
 * it, and by the time. It never changes, and expires after a year (ADR 0027).
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
  derive: ({ id }) => ({ shard: id.charCodeAt(id.length - 1) % AUDIT_SHARDS }),
  accountClosing: "retained",
});
export type StoredAuditEntry = z.output<typeof AuditItem.schema>;

/** An entry inside another item, without the values that follow from that item. */
export const EmbeddedAuditEntry = AuditItem.schema.omit({ id: true, at: true, requestId: true, ttl: true });
