import { onTestFinished } from "vitest";
import { TableClient } from "#lib/table/client.ts";

/** A call of the table. */
interface TableCall {
  operation: string;
  /** The input of DynamoDB, with encoded items. */
  input: object;
  /** Sends the call and returns the text of the response. */
  send(): Promise<string>;
}

type Intercept = (call: TableCall) => Promise<string>;

const intercepts: Intercept[] = [];
const { sendEncoded } = TableClient.prototype;
TableClient.prototype.sendEncoded = function (operation, input) {
  const send = (): Promise<string> => sendEncoded.call(this, operation, input);
  return intercepts.reduce<() => Promise<string>>(
    (next, intercept) => () => intercept({ operation, input, send: next }),
    send,
  )();
};

/** Replaces every call of the table. Returns a function that ends this. */
export function interceptTable(intercept: Intercept): () => void {
  intercepts.push(intercept);
  const end = (): void => {
    const at = intercepts.indexOf(intercept);
    if (at >= 0) intercepts.splice(at, 1);
  };
  return end;
}

/** Replaces every call of the table until the test ends. */
export function interceptInTest(intercept: Intercept): () => void {
  const end = interceptTable(intercept);
  onTestFinished(end);
  return end;
}
