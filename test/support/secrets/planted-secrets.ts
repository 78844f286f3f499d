import type { QueueEngine } from "@almanac/local-cloud";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";
import * as z from "zod";
import { ACCESS_TOKENS, KeyRing } from "#lib/identity/oauth/signing-keys/entity.ts";
import { decryptText } from "#lib/platform/kms.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { encodingsOf } from "./encodings-of.ts";

/** Secrets that a test sent, received or created, by name. */
export interface PlantedSecrets {
  readonly all: ReadonlyMap<string, string>;
  /** Adds a secret and returns it. */
  plant(name: string, secret: string): string;
  /** The names of the secrets that any of the texts contains, each with the start of that text. */
  foundIn(texts: readonly string[]): string[];
}

/** Creates an empty set of secrets. */
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

/** Records every message that is sent to a queue from now on. */
export function recordMessages(queues: QueueEngine): string[] {
  const messages: string[] = [];
  const send = queues.send.bind(queues);
  vi.spyOn(queues, "send").mockImplementation((queue, message) => {
    messages.push(JSON.stringify(message));
    return send(queue, message);
  });
  return messages;
}

/** Adds the private keys with which the service signs tokens. */
export async function plantSigningKeys({ plant }: PlantedSecrets): Promise<void> {
  const ring = await findItem(KeyRing, ACCESS_TOKENS);
  for (const { kid, sealed } of ring?.keys ?? []) {
    const key = JSON.parse(await decryptText(sealed, { signingKey: kid }));
    plant(`signing key ${kid}`, z.object({ d: z.string() }).parse(key).d);
  }
}
