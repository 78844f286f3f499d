import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { expect, it, onTestFinished } from "vitest";
import { openDeadLetters } from "#infra/cli/dead-letter-queues.ts";

/** More receives than necessary, to detect an endless loop. */
const MAX_RECEIVES = 1_000;

/** When all messages were sent, in milliseconds since 1970. */
const SENT_AT = 1_000;
const SENT = { SentTimestamp: String(SENT_AT), ApproximateReceiveCount: "1" };

/** Creates a queue whose messages are visible again immediately, in the same order, until they are deleted. */
function useQueue(letters: number) {
  const ids = Array.from({ length: letters }, (_, at) => String(at));
  const received = new Set<string>();
  const sqs = mockClient(SQSClient);
  onTestFinished(() => sqs.restore());
  let receives = 0;
  sqs.on(GetQueueAttributesCommand).callsFake(() => ({
    Attributes: { ApproximateNumberOfMessages: String(ids.length) },
  }));
  sqs.on(ReceiveMessageCommand).callsFake(({ MaxNumberOfMessages }) => {
    receives += 1;
    if (receives > MAX_RECEIVES) throw new Error("endless loop");
    const batch = ids.splice(0, MaxNumberOfMessages);
    ids.push(...batch);
    for (const id of batch) received.add(id);
    return { Messages: batch.map((id): Message => ({ MessageId: id, ReceiptHandle: id, Attributes: SENT })) };
  });
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
  sqs.on(DeleteMessageCommand).callsFake(({ ReceiptHandle }) => {
    ids.splice(ids.indexOf(ReceiptHandle), 1);
  });
  return { ids, received, released: () => sqs.commandCalls(ChangeMessageVisibilityCommand).length };
}

const open = () => openDeadLetters("https://sqs.eu-west-1.amazonaws.com/1/dead");

it("returns each message once, even if it is received again", async () => {
  useQueue(25);
  const ids = (await open().peek(1_000)).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(Array.from({ length: 25 }, (_, at) => String(at)).toSorted());
});

it("deletes thousands of messages in batches, each only after it was handled", async () => {
  const { ids, received } = useQueue(2_500);
  const handled = new Set<string>();
  const reported: number[] = [];
  const handle = async () => {
    for (const id of received) handled.add(id);
  };
  const report = (done: number) => {
    reported.push(done);
    expect(handled.size).toBeGreaterThanOrEqual(done);
  };
  expect(await open().handleAndDelete(handle, { limit: 2_500, until: Date.now(), report })).toEqual({
    moved: 2_500,
    failure: null,
  });
  expect([ids, reported.at(-1)]).toEqual([[], 2_500]);
});

it("leaves messages that arrive in the meantime in the queue", async () => {
  const { ids } = useQueue(30);
  const handle = async () => {
    ids.push(...Array.from({ length: 20 }, (_, at) => `late ${at}`));
  };
  expect(
    await open().handleAndDelete(handle, { limit: 30, until: Date.now(), report: () => undefined }),
  ).toMatchObject({
    moved: 30,
  });
  expect(ids).toHaveLength(20);
});

it("handles messages up to a time of sending, and releases later ones", async () => {
  const { ids, released } = useQueue(3);
  const handle = async () => undefined;
  const selection = { limit: 3, report: () => undefined };
  const { moved } = await open().handleAndDelete(handle, { ...selection, until: SENT_AT - 1 });
  expect([moved, ids.length, released()]).toEqual([0, 3, 3]);
  expect(await open().handleAndDelete(handle, { ...selection, until: SENT_AT })).toMatchObject({ moved: 3 });
});
