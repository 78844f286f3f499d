import * as z from "zod";
import { SOURCED_TRIGGERS } from "#lib/storage/outbox/triggers.ts";
import { pointerTo, violations } from "#test/support/documents/api-document.ts";

/** The body of a delivery without a template. */
const Wrapper = z.looseObject({
  triggerEvent: z.string(),
  createdAt: z.string(),
  payload: z.union([z.looseObject({ uid: z.string() }), z.looseObject({ calendarId: z.int() })]),
});

/** Compares the body of a delivery with the schema of its event in the OpenAPI document. Bodies of templates are not checked. */
export function eventViolations(body: string): string[] {
  const { success, data } = Wrapper.safeParse(parsed(body));
  if (!success || !body.startsWith('{"triggerEvent":') || !isDeclared(data.triggerEvent)) return [];
  const declared = ["post", "requestBody", "content", "application/json", "schema"];
  return violations(pointerTo("webhooks", data.triggerEvent, ...declared), data);
}

/** Triggers without a source are sent only in tests and are not in the document. */
const isDeclared = (trigger: string): boolean => SOURCED_TRIGGERS.some((sourced) => sourced === trigger);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
