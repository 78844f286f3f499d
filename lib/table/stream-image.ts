import type { AttributeValue as SdkValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue } from "aws-lambda";
import { decode, type Entity, type Stored } from "./entity.ts";

/** Reads an item out of a stream record; undefined when there is none or it has expired. */
export function decodeImage<E extends Entity>(
  entity: E,
  image: Record<string, AttributeValue> | undefined,
): Stored<E> | undefined {
  return decode(entity, image && unmarshall(image as unknown as Record<string, SdkValue>));
}
