import * as z from "zod";

/** Triggers of the events that this service records. */
export const SOURCED_TRIGGERS = [
  "BOOKING_CREATED",
  "BOOKING_REQUESTED",
  "BOOKING_RESCHEDULED",
  "BOOKING_CANCELLED",
  "BOOKING_REJECTED",
  "BOOKING_PAID",
  "BOOKING_PAYMENT_INITIATED",
  "BOOKING_NO_SHOW_UPDATED",
  "BOOKING_ATTENDEE_ADDED",
  "BOOKING_ATTENDEE_REMOVED",
  "MEETING_STARTED",
  "MEETING_ENDED",
  "CALENDAR_DISCONNECTED",
  "CALENDAR_RECONNECTED",
] as const;

/** Triggers that a webhook may subscribe to although this service does not record such events. */
const UNSOURCED_TRIGGERS = [
  "FORM_SUBMITTED",
  "RECORDING_READY",
  "RECORDING_TRANSCRIPTION_GENERATED",
  "INSTANT_MEETING",
  "OOO_CREATED",
  "AFTER_HOSTS_CAL_VIDEO_NO_SHOW",
  "AFTER_GUESTS_CAL_VIDEO_NO_SHOW",
  "FORM_SUBMITTED_NO_EVENT",
] as const;

/** All triggers that a webhook may subscribe to. */
export const WebhookTrigger = z.enum([...SOURCED_TRIGGERS, ...UNSOURCED_TRIGGERS]);
export type WebhookTrigger = z.output<typeof WebhookTrigger>;

/** Trigger of the event of a reminder, which only mails use: webhooks and lists of events don't contain it. */
export const REMINDER = "BOOKING_REMINDER";

/** Triggers of all stored events. */
export const EventTrigger = z.enum([...WebhookTrigger.options, REMINDER]);
export type EventTrigger = z.output<typeof EventTrigger>;
