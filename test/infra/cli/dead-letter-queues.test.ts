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

/** Receives after which nobody should have to ask any more. */
const MOST_RECEIVES = 1_000;

const SENT = { SentTimestamp: "0", ApproximateReceiveCount: "1" };

/** A queue whose letters come back at once, round and round, until they are deleted. */
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
    if (receives > MOST_RECEIVES) throw new Error("it asks for ever");
    const taken = ids.splice(0, MaxNumberOfMessages);
    ids.push(...taken);
    for (const id of taken) received.add(id);
    return { Messages: taken.map((id): Message => ({ MessageId: id, ReceiptHandle: id, Attributes: SENT })) };
  });
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
  sqs.on(DeleteMessageCommand).callsFake(({ ReceiptHandle }) => {
    ids.splice(ids.indexOf(ReceiptHandle), 1);
  });
  return { ids, received };
}

const open = () => openDeadLetters("https://sqs.eu-west-1.amazonaws.com/1/dead");

it("looks at each letter once, though they come back meanwhile", async () => {
  useQueue(25);
  const ids = (await open().look(1_000)).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(Array.from({ length: 25 }, (_, at) => String(at)).toSorted());
});

it("settles thousands of letters by and by, none before what it tells of was handled", async () => {
  const { ids, received } = useQueue(2_500);
  const handled = new Set<string>();
  const told: number[] = [];
  const handle = async () => {
    for (const id of received) handled.add(id);
  };
  const tell = (done: number) => {
    told.push(done);
    expect(handled.size).toBeGreaterThanOrEqual(done);
  };
  expect(await open().settle(handle, { most: 2_500, until: Date.now(), tell })).toEqual({
    moved: 2_500,
    failure: null,
  });
  expect([ids, told.at(-1)]).toEqual([[], 2_500]);
});

it("leaves letters that come while it settles to the next run", async () => {
  const { ids } = useQueue(30);
  const handle = async () => {
    ids.push(...Array.from({ length: 20 }, (_, at) => `late ${at}`));
  };
  expect(await open().settle(handle, { most: 30, until: Date.now(), tell: () => undefined })).toMatchObject({
    moved: 30,
  });
  expect(ids).toHaveLength(20);
});
