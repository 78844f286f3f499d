/** Types of audited resources. Attendees, references and payments are part of their booking. */
export const AUDIT_RESOURCES = [
  "user",
  "team",
  "membership",
  "event-type",
  "schedule",
  "calendar-connection",
  "booking",
  "webhook",
  "api-key",
  "grant",
  "oauth-client",
  "signing-keys",
  "privacy",
] as const;
export type AuditResource = (typeof AUDIT_RESOURCES)[number];

/** Types of a booking's audited children. */
export const AUDIT_PARTS = ["attendee", "booking-reference", "payment"] as const;

/** How changes of an entity's items are audited. Copies, locators, claims, counters and short-lived items are not audited (ADR 0027). */
export interface Audited {
  resource: AuditResource | (typeof AUDIT_PARTS)[number];
  /** Template of the id, as in keys. */
  id: string;
  /** Attributes whose changes are audited; by default all except internal ones. */
  only?: readonly string[];
}

/** Internal attributes, whose changes are not audited. */
const INTERNAL =
  /^(version|updatedAt|eventSequence|nextMeetingTrigger|nextReminders|countedIn|counters|owners|due|wakesAt|calendarsValidUntil|calendarsToCheck|entity|pk|sk|GSI\d.*)$/;

/** The distinct names of the attributes whose changes are audited. */
export const auditedAttributes = ({ only }: Audited, names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => (only ? only.includes(name) : !INTERNAL.test(name))).toSorted();
