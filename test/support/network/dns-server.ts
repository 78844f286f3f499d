import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";
import { onTestFinished } from "vitest";
import { numberOf } from "./address-blocks.ts";

/** The response about a name: its addresses, that there is none of it, that something went wrong, or nothing at all. */
export type DnsAnswer = readonly string[] | "unknown" | "broken" | "silence";

const TYPES: Record<number, 4 | 6> = { 1: 4, 28: 6 };
const RESPONSE = 0x8180;
const CODES = { broken: 2, unknown: 3 };

/** Starts a DNS server for one test. Returns its address and the queried names. */
export async function startDnsServer(
  answer: (name: string) => DnsAnswer,
): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const response = answer(name);
    if (response === "silence") return;
    const family = TYPES[type];
    const records =
      typeof response === "string" ? [] : response.filter((one) => (isIPv4(one) ? 4 : 6) === family);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(RESPONSE | (typeof response === "string" ? CODES[response] : 0), 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records.map(record)]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** An answer record for the queried name, with a time to live of 0. */
function record(address: string): Buffer {
  const [type, size] = isIPv4(address) ? [1, 4] : [28, 16];
  const bytes = Buffer.from(
    numberOf(address)
      .toString(16)
      .padStart(2 * size, "0"),
    "hex",
  );
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, size]);
  return Buffer.concat([head, bytes]);
}
