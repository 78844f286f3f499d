// Reads the events that happened since the last run, oldest first, and prints the cursor to begin with next time.
// Usage: node catch-up.ts <address of the service> <API key> [cursor of the last run]
import { createClient } from "../../client/create-client.ts";

const [baseUrl = "", key = "", last = ""] = process.argv.slice(2);
const almanac = createClient(baseUrl, key);

let cursor = last;
for (let isEnd = false; !isEnd; ) {
  const query = { take: 100, cursor };
  const { data, error, response } = await almanac.GET("/events", { params: { query } });
  if (error) throw new Error(error.detail);
  for (const { createdAt, triggerEvent, bookingId, sequence } of data.events)
    console.log(`${createdAt} ${triggerEvent} booking ${bookingId} sequence ${sequence}`);
  // Keep it once the page is handled: whoever stops in between reads the page again.
  cursor = response.headers.get("x-next-cursor") ?? cursor;
  isEnd = !/rel="next"/.test(response.headers.get("link") ?? "");
}
console.log(`cursor ${cursor}`);
