import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type AwsClientStub, mockClient } from "aws-sdk-client-mock";
import { onTestFinished } from "vitest";

type TableStub = AwsClientStub<DynamoDBDocumentClient>;

/** A call of the table. */
export interface TableCall {
  command: Parameters<TableStub["send"]>[0];
  /** Sends the call and returns the response. */
  send(): ReturnType<TableStub["send"]>;
}

type Intercept = (call: TableCall) => ReturnType<TableStub["send"]>;

/** Replaces the client of the table until the test ends. */
export function mockTable(): TableStub {
  const table = mockClient(DynamoDBDocumentClient);
  onTestFinished(() => table.restore());
  return table;
}

/** Replaces every call of the table. Returns a function that ends this. */
export function interceptTable(intercept: Intercept): () => void {
  const { send } = DynamoDBDocumentClient.prototype;
  const stub = mockClient(DynamoDBDocumentClient);
  stub.send.callsFake(function (this: DynamoDBDocumentClient, command) {
    return intercept({ command, send: () => Reflect.apply(send, this, [command]) });
  });
  return () => stub.restore();
}

/** Replaces every call of the table until the test ends. */
export function interceptInTest(intercept: Intercept): () => void {
  const end = interceptTable(intercept);
  onTestFinished(end);
  return end;
}
