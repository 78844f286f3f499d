import type { AttributeValue as SdkValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue, DynamoDBRecord } from "aws-lambda";
import { decode, type Entity, type KeyOf, keyValues, type Stored } from "./entity.ts";

/** Decodes the item in a stream record; undefined if it is missing or has expired. */
export function decodeImage<E extends Entity>(
  entity: E,
  image: Record<string, AttributeValue> | undefined,
): Stored<E> | undefined {
  return decode(entity, image && plainValues(image));
}

/** Parses the keys of the stream records that are about items of an entity. */
export function keysInRecords<E extends Entity>(entity: E, records: readonly DynamoDBRecord[]): KeyOf<E>[] {
  return records
    .map(({ dynamodb }) => dynamodb?.Keys && keyValues(entity, plainValues(dynamodb.Keys)))
    .filter((key): key is KeyOf<E> => key !== undefined);
}

const plainValues = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  unmarshall(image as unknown as Record<string, SdkValue>);
