import * as z from "zod";

/** Events this service fires. */
export const SOURCED_TRIGGERS = [
  "BOOKING_CREATED",
  "BOOKING_REQUESTED",
  "BOOKING_RESCHEDULED",
  "BOOKING_CANCELLED",
  "BOOKING_REJECTED",
  "BOOKING_PAID",
  "BOOKING_PAYMENT_INITIATED",
  "BOOKING_NO_SHOW_UPDATED",
  "MEETING_STARTED",
  "MEETING_ENDED",
] as const;

/** Events a webhook may ask for though nothing here fires them yet. */
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

/** Every event a webhook may be registered for. */
export const WebhookTrigger = z.enum([...SOURCED_TRIGGERS, ...UNSOURCED_TRIGGERS]);
export type WebhookTrigger = z.output<typeof WebhookTrigger>;
