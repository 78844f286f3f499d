import type { AttributeValue as SdkValue } from "@aws-sdk/client-dynamodb";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { decodeItem } from "./attribute-values.ts";
import { decode, type Entity, type KeyOf, keyValues, type Stored } from "./entity.ts";

/** Reads an item out of a stream record; undefined when there is none or it has expired. */
export function decodeImage<E extends Entity>(
  entity: E,
  image: Record<string, AttributeValue> | undefined,
): Stored<E> | undefined {
  return decode(entity, image && plain(image));
}

/** The values the keys of those items of some stream records are made of that are this entity's. */
export function keysInRecords<E extends Entity>(entity: E, records: readonly DynamoDBRecord[]): KeyOf<E>[] {
  return records
    .map(({ dynamodb }) => dynamodb?.Keys && keyValues(entity, plain(dynamodb.Keys)))
    .filter((key): key is KeyOf<E> => key !== undefined);
}

const plain = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  decodeItem(image as unknown as Record<string, SdkValue>);
