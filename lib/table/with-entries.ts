import { AuditItem } from "./audit-entity.ts";
import { entriesOf } from "./audit-entries.ts";
import { type Operation, put } from "./operations.ts";

/**
 * The operations of a transaction with the entries that record them in the audit trail. If one of them creates an item that
 * carries entries (see `entity()`), they are in that item, otherwise they are items of their own (ADR 0027).
 */
export function withEntries(operations: readonly Operation[]): Operation[] {
  const entries = entriesOf(operations);
  const carrier = operations.find(({ entity, item }) => entity.carriesAuditEntries && item.Put);
  if (!carrier?.item.Put || entries.length === 0)
    return [...operations, ...entries.map((entry) => put(AuditItem, entry))];
  const { Put } = carrier.item;
  // The others of their values follow from the item that carries them.
  const auditEntries = entries.map(({ id: _, at: __, requestId: ___, ttl: ____, ...embedded }) => embedded);
  const withEntry = { ...carrier, item: { Put: { ...Put, Item: { ...Put.Item, auditEntries } } } };
  return operations.map((operation) => (operation === carrier ? withEntry : operation));
}
