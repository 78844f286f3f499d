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

/** What an entry is about. */
interface Subject {
  resource: AuditResource;
  resourceId: string;
}

interface AuditedWrite {
  change: AuditChange;
  values: Record<string, unknown>;
}

/** A new entry in the name of the current actor. */
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

/** The entries that tell of some writes: one for each resource that changes by them, with what hangs on it. */
export function auditEntriesFor(operations: readonly Operation[]): StoredAuditEntry[] {
  const writes = operations.flatMap((operation) => auditedWriteOf(operation) ?? []);
  const booking = writes.findLast(({ change }) => change.resource === "booking")?.change.ids[0];
  const bySubject = new Map<string, { subject: Subject; changes: AuditChange[] }>();
  for (const one of writes) {
    const subject = subjectOf(one, booking);
    const name = `${subject.resource} ${subject.resourceId}`;
    const group = bySubject.get(name) ?? { subject, changes: [] };
    addTo(group.changes, one.change);
    bySubject.set(name, group);
  }
  return [...bySubject.values()].map(({ subject, changes }) => newAuditEntry(subject, changes));
}

function auditedWriteOf({ entity, change, item }: Operation): AuditedWrite | undefined {
  const audited = entity.audit;
  if (!audited || !change) return undefined;
  const { action, values } = change;
  // What is not there can be deleted without a word, and nothing happened then.
  if (item.Delete && !item.Delete.ConditionExpression)
    throw new TypeError(`${entity.name} is removed on no condition`);
  const attributes = auditedAttributes(audited, change.attributes);
  if (action === "changed" && attributes.length === 0) return undefined;
  const { text } = renderKey(audited.id, values);
  return { change: { resource: audited.resource, ids: [text], action, attributes }, values };
}

/** The resource itself; of what hangs on a booking, the booking. */
function subjectOf({ change, values }: AuditedWrite, booking: string | undefined): Subject {
  const resource = AUDIT_RESOURCES.find((name) => name === change.resource);
  if (resource) return { resource, resourceId: change.ids[0] ?? "" };
  return { resource: "booking", resourceId: String(values["bookingId"] ?? booking ?? "") };
}

/** Adds a change to others, as one with those that differ in nothing but the id. */
function addTo(changes: AuditChange[], change: AuditChange): void {
  const same = changes.find(
    ({ resource, action, attributes }) =>
      resource === change.resource &&
      action === change.action &&
      attributes.join() === change.attributes.join(),
  );
  if (same) same.ids.push(...change.ids);
  else changes.push({ ...change, ids: [...change.ids] });
}
