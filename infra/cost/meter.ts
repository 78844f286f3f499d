import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Capacity, capacityIn } from "./capacity.ts";

/** One request to the table or to a key: who made it, and what it consumed of the table. */
export interface Reading extends Capacity {
  caller: string;
  service: "table" | "key";
}

/** Stands in front of the local table and keys and notes what every request costs. */
export interface Meter {
  /** What makes functions call the table and the keys through it. */
  environment: Record<string, string>;
  /** Where the requests go on to. */
  forwardTo(awsEndpoint: string): void;
  /** What was noted since the last time this was asked. */
  takeReadings(): Reading[];
  close(): Promise<void>;
}

/** Starts a meter on any free port. It asks DynamoDB for the capacity of each request, and changes nothing else. */
export async function startMeter(): Promise<Meter> {
  const agent = new Agent({ keepAlive: true });
  let readings: Reading[] = [];
  let target = "";
  const server = createServer((incoming, response) => {
    pass(incoming, { target, agent })
      .then(({ status, headers, body, reading }) => {
        readings.push(reading);
        response.writeHead(status, headers).end(body);
      })
      .catch((error: unknown) => refuse(response, error));
  });
  // Callers keep their connections; one that we closed in the moment of reuse would fail a call for no reason.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: { AWS_ENDPOINT_URL_DYNAMODB: url, AWS_ENDPOINT_URL_KMS: url },
    forwardTo(awsEndpoint) {
      target = awsEndpoint;
    },
    takeReadings() {
      const taken = readings;
      readings = [];
      return taken;
    },
    async close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Onward {
  target: string;
  agent: Agent;
}

interface Passed {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  reading: Reading;
}

async function pass(incoming: IncomingMessage, { target, agent }: Onward): Promise<Passed> {
  const { authorization = "" } = incoming.headers;
  const [protocol = "", operation = ""] = String(incoming.headers["x-amz-target"]).split(".");
  const service = protocol === "TrentService" ? "key" : "table";
  const asked = await buffer(incoming);
  const sent = service === "table" ? withCapacity(asked) : asked;
  const outgoing = request(`${target}${incoming.url}`, {
    agent,
    method: "POST",
    headers: { ...incoming.headers, host: new URL(target).host, "content-length": sent.length },
  }).end(sent);
  const [answer]: [IncomingMessage] = (await once(outgoing, "response")) as [IncomingMessage];
  const body = await buffer(answer);
  const caller = /Credential=([^/]+)\//.exec(authorization)?.[1] ?? "";
  const capacity = capacityIn(operation, service === "table" ? JSON.parse(body.toString()) : {});
  // Its checksum stays right: the body is passed on as it is.
  return {
    status: answer.statusCode ?? 500,
    headers: { ...answer.headers, "content-length": String(body.length) },
    body,
    reading: { caller, service, ...capacity },
  };
}

const withCapacity = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), ReturnConsumedCapacity: "INDEXES" }));

function refuse(response: ServerResponse, error: unknown): void {
  response.destroy(error instanceof Error ? error : new Error(String(error)));
}
