import { createHash } from "node:crypto";
import type { MessageAttribute } from "#local-cloud/aws/types.ts";

type Attributes = Readonly<Record<string, MessageAttribute>>;

const VALUE_IS_TEXT = Buffer.from([1]);
const VALUE_IS_BINARY = Buffer.from([2]);

/** Returns the MD5 of a message body. */
export const bodyDigest = (body: string): string => createHash("md5").update(body).digest("hex");

/**
 * Returns the MD5 of message attributes, sorted by name: for each, its name, type and value, prefixed with their lengths,
 * and a byte for the kind of value (SQS developer guide, "Calculating the MD5 message digest for message attributes").
 * Undefined without attributes.
 */
export function attributesDigest(attributes: Attributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const digest = createHash("md5");
  for (const name of names) {
    const attribute = attributes[name];
    if (attribute === undefined) continue;
    const isBinary = attribute.DataType.startsWith("Binary");
    digest.update(prefixLength(Buffer.from(name))).update(prefixLength(Buffer.from(attribute.DataType)));
    digest.update(isBinary ? VALUE_IS_BINARY : VALUE_IS_TEXT).update(prefixLength(valueBytes(attribute)));
  }
  return digest.digest("hex");
}

/** Returns the size of a message: its body, and the name, type and value of each attribute. */
export function messageBytes(body: string, attributes: Attributes): number {
  let bytes = Buffer.byteLength(body);
  for (const [name, attribute] of Object.entries(attributes))
    bytes += Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + valueBytes(attribute).length;
  return bytes;
}

const valueBytes = (attribute: MessageAttribute): Buffer =>
  attribute.BinaryValue === undefined
    ? Buffer.from(attribute.StringValue ?? "")
    : Buffer.from(attribute.BinaryValue, "base64");

function prefixLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
