const TOKEN = /^(?:[a-z]+_)?([\w-]{43})$/;
const HEX = /^[0-9a-f]{64}$/;
const WEBHOOK_SECRET = /^whsec_([A-Za-z0-9+/]+=*)$/;

/** Every form in which a text would be found again: as it is, for an address, in hex and in base64, and so its bytes where it stands for some. */
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

/** What of the bytes is the same in base64 wherever they stand in a longer text, for each of the three places they can have. */
function inBase64(bytes: Buffer): string[] {
  const inner = [0, 1, 2].map((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = Math.floor(shifted.length / 3) * 4;
    return shifted.toString("base64").slice(before === 0 ? 0 : 4, whole);
  });
  return inner.flatMap((text) => [text, text.replaceAll("+", "-").replaceAll("/", "_")]);
}
