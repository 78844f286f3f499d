import { randomBytes } from "node:crypto";
import { currentActor } from "#lib/platform/actor.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import { invocationId } from "#lib/platform/invocation.ts";
import type { AuditChange, StoredAuditEntry } from "./audit-entity.ts";
import { AUDIT_RESOURCES, type AuditResource, auditedAttributes } from "./audit-resources.ts";
import { renderKey } from "./key.ts";
import type { Operation } from "./operations.ts";

/** Days for which an entry is stored. */
export const AUDIT_DAYS = 365;

/** The resource of an entry. */
interface Subject {
  resource: AuditResource;
  resourceId: string;
}

interface AuditedWrite {
  change: AuditChange;
  values: Record<string, unknown>;
}

/** Creates an entry for a change by the current actor. */
export function newAuditEntry(subject: Subject, changes: AuditChange[]): StoredAuditEntry {
  const { userId, credentialId } = currentActor();
  const requestId = invocationId();
  return {
    id: `aud_${randomBytes(12).toString("hex")}`,
    at: nowIso(),
    ...subject,
    changes,
    ...(userId > 0 && { userId }),
    credentialId,
    ...(requestId !== undefined && { requestId }),
    ttl: expiryInDays(AUDIT_DAYS),
  };
}

/**
 * Creates the audit entries of some writes: one for each changed resource. Changes of children are in the entry of their booking: the one in
 * their values or key, or else the only booking that changes.
 */
export function auditEntriesFor(operations: readonly Operation[]): StoredAuditEntry[] {
  const writes = operations.flatMap((operation) => auditedWriteOf(operation) ?? []);
  const bookings = writes.filter(({ change }) => change.resource === "booking");
  const bookingIds = new Set(bookings.flatMap(({ change }) => change.ids));
  const bySubject = new Map<string, { subject: Subject; changes: AuditChange[] }>();
  for (const write of writes) {
    const subject = subjectOf(write, bookingIds);
    const name = `${subject.resource} ${subject.resourceId}`;
    const group = bySubject.get(name) ?? { subject, changes: [] };
    addChange(group.changes, write.change);
    bySubject.set(name, group);
  }
  return [...bySubject.values()].map(({ subject, changes }) => newAuditEntry(subject, changes));
}

function auditedWriteOf({ entity, change, item }: Operation): AuditedWrite | undefined {
  const audited = entity.audit;
  if (!audited || !change) return undefined;
  const { action, values } = change;
  // Without a condition, deleting a missing item succeeds, and the entry would record a change that did not happen.
  if (item.Delete && !item.Delete.ConditionExpression)
    throw new TypeError(`${entity.name} is audited and must be deleted with a condition`);
  const attributes = auditedAttributes(audited, change.attributes);
  if (action === "changed" && attributes.length === 0) return undefined;
  const { text } = renderKey(audited.id, values);
  return { change: { resource: audited.resource, ids: [text], action, attributes }, values };
}

/** The changed resource or, for a child of a booking, the booking. */
function subjectOf({ change, values }: AuditedWrite, bookingIds: ReadonlySet<string>): Subject {
  const resource = AUDIT_RESOURCES.find((name) => name === change.resource);
  if (resource) return { resource, resourceId: change.ids[0] ?? "" };
  const own = values["bookingId"];
  if (own === undefined && bookingIds.size > 1)
    throw new TypeError(
      `the write of a ${change.resource} must have its bookingId, because several bookings change`,
    );
  const [only = ""] = bookingIds;
  return { resource: "booking", resourceId: String(own ?? only) };
}

/** Adds a change to a list. Merges changes that differ only in their ids. */
function addChange(changes: AuditChange[], change: AuditChange): void {
  const same = changes.find(
    ({ resource, action, attributes }) =>
      resource === change.resource &&
      action === change.action &&
      attributes.join() === change.attributes.join(),
  );
  if (same) same.ids.push(...change.ids);
  else changes.push({ ...change, ids: [...change.ids] });
}
