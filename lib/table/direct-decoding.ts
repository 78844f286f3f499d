import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { BatchGetCommand, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { readBody } from "./response-body.ts";

type Item = Record<string, unknown>;
type StoredItem = Record<string, AttributeValue>;

/** The parts of a response that contain items. */
interface Items<I> {
  Item?: I;
  Items?: I[];
  Responses?: Record<string, I[]>;
}

/**
 * Makes a command decode the items in its response in one step. The SDK decodes every value twice, which is most of the work of a
 * list (ADR 0040).
 */
export function decodeDirectly<C extends GetCommand | QueryCommand | BatchGetCommand>(command: C): C {
  let items: Items<Item> = {};
  readBody(command, {
    take(text) {
      const { Item, Items, Responses, ...others } = JSON.parse(text);
      items = decodeItems({ Item, Items, Responses });
      return JSON.stringify(others);
    },
    output: () => items,
  });
  return command;
}

function decodeItems({ Item, Items, Responses }: Items<StoredItem>): Items<Item> {
  return {
    ...(Item && { Item: decodeItem(Item) }),
    ...(Items && { Items: Items.map(decodeItem) }),
    ...(Responses && {
      Responses: Object.fromEntries(
        Object.entries(Responses).map(([table, items]) => [table, items.map(decodeItem)]),
      ),
    }),
  };
}

/** `Object.fromEntries` keeps a name like `__proto__`, which an assignment does not. */
const decodeItem = (stored: StoredItem): Item =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, decodeValue(value)]));

/** The value of an attribute of the types that the table has: no binary values and no sets. */
function decodeValue(value: AttributeValue | undefined): unknown {
  if (value?.S !== undefined) return value.S;
  if (value?.N !== undefined) return Number(value.N);
  if (value?.BOOL !== undefined) return value.BOOL;
  if (value?.NULL !== undefined) return null;
  if (value?.M !== undefined) return decodeItem(value.M);
  if (value?.L !== undefined) return value.L.map(decodeValue);
  throw new TypeError(`an attribute has a type that is not read: ${Object.keys(value ?? {})}`);
}
