import { EVENTS } from "./event-schemas.ts";
import type { Rendering } from "./operation.ts";
import { tagOf } from "./tags.ts";

const text = { type: "string" };

/** Headers of a delivery (Standard Webhooks), and the signature for older receivers. */
const DELIVERY_HEADERS = [
  { name: "webhook-id", description: "Id of the delivery; the same for every attempt", schema: text },
  {
    name: "webhook-timestamp",
    description: "Time of this attempt, in seconds since 1970",
    schema: { ...text, pattern: "^\\d+$" },
  },
  {
    name: "webhook-signature",
    description:
      "`v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces",
    schema: text,
  },
  { name: "X-Cal-Signature-256", description: "Hex HMAC-SHA256 of the body", schema: text },
].map((header) => ({ ...header, in: "header", required: true }));

/** The schemas of the bodies of all events. */
export const eventBodies = () => Object.values(EVENTS).map(({ body }) => body);

/** `webhooks` of the document: the request for each event to a webhook without a template. */
export const webhooksOf = ({ schemas, examples }: Rendering): Record<string, object> =>
  Object.fromEntries(
    Object.entries(EVENTS).map(([trigger, { when, body }]) => {
      const schema = schemas.of(body, "output");
      const content = { "application/json": { schema, example: examples.response(schema) } };
      const post = {
        operationId: `webhooks.${trigger}`,
        summary: when,
        tags: [tagOf({ id: "webhooks" })],
        security: [],
        parameters: DELIVERY_HEADERS,
        requestBody: { required: true, content },
        responses: {
          "2XX": { description: "Delivered. Any other response is retried later" },
          410: { description: "Gone. The webhook is disabled" },
        },
      };
      return [trigger, { post }];
    }),
  );
