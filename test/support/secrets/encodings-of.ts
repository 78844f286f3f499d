const TOKEN = /^(?:[a-z]+_)?([\w-]{43})$/;
const HEX = /^[0-9a-f]{64}$/;
const WEBHOOK_SECRET = /^whsec_([A-Za-z0-9+/]+=*)$/;

/** Returns the forms in which a text can appear: plain, escaped for URLs and JSON, hex and base64; for a token also its decoded bytes in hex and base64. */
export function encodingsOf(text: string): string[] {
  const [, token] = TOKEN.exec(text) ?? [];
  const [, key] = WEBHOOK_SECRET.exec(text) ?? [];
  const bytes = [
    Buffer.from(text),
    ...(token === undefined ? [] : [Buffer.from(token, "base64url")]),
    ...(key === undefined ? [] : [Buffer.from(key, "base64")]),
    ...(HEX.test(text) ? [Buffer.from(text, "hex")] : []),
  ];
  return [
    ...new Set([
      text,
      encodeURIComponent(text),
      JSON.stringify(text).slice(1, -1),
      ...bytes.flatMap((each) => [
        each.toString("hex"),
        each.toString("hex").toUpperCase(),
        ...inBase64(each),
      ]),
    ]),
  ];
}

/** The part of the base64 of these bytes that is the same in any longer text, for each of the three alignments. */
function inBase64(bytes: Buffer): string[] {
  const inner = [0, 1, 2].map((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = Math.floor(shifted.length / 3) * 4;
    return shifted.toString("base64").slice(before === 0 ? 0 : 4, whole);
  });
  return inner.flatMap((text) => [text, text.replaceAll("+", "-").replaceAll("/", "_")]);
}
