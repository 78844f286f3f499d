import * as z from "zod";
import { SOURCED_TRIGGERS } from "#lib/events/triggers.ts";
import { pointerTo, violations } from "#test/support/documents/api-document.ts";

/** How the body of every delivery without a template begins. */
const Wrapper = z.looseObject({
  triggerEvent: z.string(),
  createdAt: z.string(),
  payload: z.looseObject({ uid: z.string() }),
});

/** What is wrong with the body of a delivery, by the schema the OpenAPI document has for its event; a template's says what it wants. */
export function eventViolations(body: string): string[] {
  const { success, data } = Wrapper.safeParse(parsed(body));
  if (!success || !body.startsWith('{"triggerEvent":') || !isDeclared(data.triggerEvent)) return [];
  const declared = ["post", "requestBody", "content", "application/json", "schema"];
  return violations(pointerTo("webhooks", data.triggerEvent, ...declared), data);
}

/** What nothing here fires is sent in tests only, and not in the document. */
const isDeclared = (trigger: string): boolean => SOURCED_TRIGGERS.some((sourced) => sourced === trigger);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
