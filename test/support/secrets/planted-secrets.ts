import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";
import type { QueueEngine } from "#infra/local/aws/types.ts";
import { encodingsOf } from "./encodings-of.ts";

/** Secrets that were sent, shown or made in a test, by what they are. */
export interface PlantedSecrets {
  readonly all: ReadonlyMap<string, string>;
  /** Remembers a secret; answers it. */
  plant(name: string, secret: string): string;
  /** The secrets that some text holds in any form, each with how that text begins; never the secrets themselves. */
  foundIn(texts: readonly string[]): string[];
}

export function plantedSecrets(): PlantedSecrets {
  const all = new Map<string, string>();
  return {
    all,
    plant(name, secret) {
      all.set(name, secret);
      return secret;
    },
    foundIn: (texts) =>
      [...all].flatMap(([name, secret]) => {
        const forms = encodingsOf(secret);
        const where = texts.find((text) => forms.some((form) => text.includes(form)));
        return where === undefined ? [] : [`${name} in ${where.slice(0, 30)}`];
      }),
  };
}

/** Every item of a table as text, its keys first. */
export async function itemsOfTable(TableName: string): Promise<string[]> {
  const items: string[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    items.push(...Items.map(({ pk, sk, ...others }) => JSON.stringify({ pk, sk, ...others }, readable)));
  return items;
}

const readable = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value;

/** Keeps every message that is sent to a queue from now on. */
export function recordMessages(queues: QueueEngine): string[] {
  const messages: string[] = [];
  const send = queues.send.bind(queues);
  vi.spyOn(queues, "send").mockImplementation((queue, message) => {
    messages.push(JSON.stringify(message));
    return send(queue, message);
  });
  return messages;
}
