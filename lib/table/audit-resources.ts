/** What changes are told of. Type of the resource. Attendees, references and payments are part of their booking. */
export const AUDIT_RESOURCES = [
  "user",
  "team",
  "membership",
  "event-type",
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

/** How the changes of one kind of item are told. */
export interface Audited {
  resource: AuditResource | (typeof AUDIT_PARTS)[number];
  /** Template of the id, as in keys. */
  id: string;
  /** The only attributes whose change counts; all but what the service keeps for itself, where it says nothing. */
  only?: readonly string[];
}

/**
 * The items whose changes are told, by the name of their entity. Copies, locators, claims, counters and what lives for minutes are not
 * among them (ADR 0027).
 */
export const AUDITED: Readonly<Record<string, Audited>> = {
  user: { resource: "user", id: "{id}" },
  team: { resource: "team", id: "{id}" },
  "membership-of-user": { resource: "membership", id: "{userId}_{teamId}" },
  "event-type": { resource: "event-type", id: "{id}" },
  booking: { resource: "booking", id: "{id}" },
  attendee: { resource: "attendee", id: "{id}" },
  reference: { resource: "booking-reference", id: "{id}" },
  payment: { resource: "payment", id: "{id}" },
  webhook: { resource: "webhook", id: "{id}" },
  "api-key": { resource: "api-key", id: "{id}", only: ["revokedAt"] },
  grant: { resource: "grant", id: "{id}", only: ["revokedAt", "scopes"] },
  "oauth-client": { resource: "oauth-client", id: "{id}" },
  "key-ring": { resource: "signing-keys", id: "{purpose}" },
};

/** Attributes the service keeps for itself: that they change is no change of anything. */
const OWN = /^(version|updatedAt|eventSequence|nextMeetingTrigger|owners|due|wakesAt|entity|pk|sk|GSI\d.*)$/;

/** The names among these whose change counts, each once. */
export const toldAttributes = ({ only }: Audited, names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => (only ? only.includes(name) : !OWN.test(name))).toSorted();
