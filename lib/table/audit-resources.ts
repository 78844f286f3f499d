/** What changes are told of. Type of the resource. Attendees, references and payments are part of their booking. */
export const AUDIT_RESOURCES = [
  "user",
  "team",
  "membership",
  "event-type",
  "schedule",
  "booking",
  "webhook",
  "api-key",
  "grant",
  "oauth-client",
  "signing-keys",
  "privacy",
] as const;
export type AuditResource = (typeof AUDIT_RESOURCES)[number];

/** What hangs on a booking. */
export const AUDIT_PARTS = ["attendee", "booking-reference", "payment"] as const;

/** How the changes of an entity's items are audited. Copies, locators, claims, counters and what lives for minutes are not (ADR 0027). */
export interface Audited {
  resource: AuditResource | (typeof AUDIT_PARTS)[number];
  /** Template of the id, as in keys. */
  id: string;
  /** The only attributes whose change counts; all but what the service keeps for itself, where it says nothing. */
  only?: readonly string[];
}

/** Attributes the service keeps for itself: that they change is no change of anything. */
const INTERNAL =
  /^(version|updatedAt|eventSequence|nextMeetingTrigger|countedIn|counters|owners|due|wakesAt|entity|pk|sk|GSI\d.*)$/;

/** The names among these whose change counts, each once. */
export const auditedAttributes = ({ only }: Audited, names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => (only ? only.includes(name) : !INTERNAL.test(name))).toSorted();
