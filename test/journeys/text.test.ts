import { expect, it } from "vitest";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import { typedClient } from "#test/support/calls/typed-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();

it.each([
  ["decomposed letters", "Zu\u0308rich"],
  ["composed letters", "Z\u00fcrich"],
  [
    "a family of four and a flag",
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} \u{1f1e8}\u{1f1ed}",
  ],
  ["right to left", "\u202b\u05e9\u05dc\u05d5\u05dd\u202c \u0645\u0631\u062d\u0628\u0627"],
  ["text like markup or a template", "<b>&amp; {{title}} %24{a} \\n"],
])("text is returned unchanged: %s", async (_, text) => {
  const almanac = typedClient(cloud().baseUrl, (await makeUserWithKey()).key);
  const body = { title: text, length: 30, description: text };
  const made = await almanac.POST("/event-types", { body });
  const path = { id: made.data?.event_type.id ?? 0 };
  const shown = await almanac.GET("/event-types/{id}", { params: { path } });
  expect(shown.data?.event_type).toMatchObject({ title: text, description: text });
});
