import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const SCRIPT = `
  process.env.ALLOW_INSECURE_WEBHOOKS = "1";
  const { postWebhook } = await import("#lib/delivery/sending/post.ts");
  await postWebhook({ url: "http://127.0.0.1:9/", headers: {}, body: "" });
  await postWebhook({ url: "https://127.0.0.1:9/", headers: {}, body: "" });
  console.log(process.moduleLoadList.filter((name) => name.includes("undici")).length);
`;

test("sending does not load undici, which would add most of the time of a cold start", () => {
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", SCRIPT], {
    encoding: "utf8",
  });
  expect(printed.trim()).toBe("0");
});
