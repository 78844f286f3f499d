import type { WebhookTrigger } from "#lib/events/triggers.ts";
import { type Rendered, renderTemplate } from "./render-template.ts";

/** An event as its subscribers are told of it; `payload` is JSON text. */
export interface Sendable {
  trigger: WebhookTrigger;
  createdAt: string;
  payload: string;
}

/**
 * The body of a delivery: the same bytes with every attempt while the template stays. MEETING_STARTED and MEETING_ENDED
 * have the booking's fields also at the top level; a template sees them there with every trigger. Undefined when the
 * template makes too much of it.
 */
export function deliveryBody(event: Sendable, template: string | null): Rendered | undefined {
  const { trigger, createdAt, payload } = event;
  const isMeeting = trigger === "MEETING_STARTED" || trigger === "MEETING_ENDED";
  const wrapper = `{"triggerEvent":"${trigger}","createdAt":"${createdAt}","payload":${payload}`;
  if (template === null) {
    const fields = isMeeting ? `,${payload.slice(1)}` : "}";
    return { body: wrapper + fields, contentType: "application/json" };
  }
  const fields = JSON.parse(payload) as Record<string, unknown>;
  return renderTemplate(template, { ...fields, triggerEvent: trigger, createdAt, payload: fields });
}
