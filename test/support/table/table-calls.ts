import { onTestFinished } from "vitest";
import { TableClient } from "#lib/table/client.ts";

/** A call of the table on its way. */
interface TableCall {
  operation: string;
  /** As DynamoDB gets it, with encoded items. */
  input: object;
  /** Goes on with the call; returns the text of the response. */
  send(): Promise<string>;
}

type Act = (call: TableCall) => Promise<string>;

const acting: Act[] = [];
const { sendEncoded } = TableClient.prototype;
TableClient.prototype.sendEncoded = function (operation, input) {
  const send = (): Promise<string> => sendEncoded.call(this, operation, input);
  return acting.reduce<() => Promise<string>>(
    (next, act) => () => act({ operation, input, send: next }),
    send,
  )();
};

/** Acts in place of every call of the table; returns how to end that. */
export function interceptTable(act: Act): () => void {
  acting.push(act);
  const end = (): void => {
    const at = acting.indexOf(act);
    if (at >= 0) acting.splice(at, 1);
  };
  return end;
}

/** The same until the test ends. */
export function interceptInTest(act: Act): () => void {
  const end = interceptTable(act);
  onTestFinished(end);
  return end;
}
