// Reads the events that happened since the last run, oldest first, and prints the cursor to begin with next time.
// Usage: node catch-up.ts <address of the service> <API key> [cursor of the last run]
const [baseUrl = "", key = "", last = ""] = process.argv.slice(2);

let cursor = last;
for (let isEnd = false; !isEnd; ) {
  const query = new URLSearchParams({ take: "100", cursor });
  const answer = await fetch(`${baseUrl}/events?${query}`, { headers: { authorization: `Bearer ${key}` } });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail);
  for (const { createdAt, triggerEvent, bookingId, sequence } of body.events)
    console.log(`${createdAt} ${triggerEvent} booking ${bookingId} sequence ${sequence}`);
  // Keep it once the page is handled: whoever stops in between reads the page again.
  cursor = answer.headers.get("x-next-cursor") ?? cursor;
  isEnd = !/rel="next"/.test(answer.headers.get("link") ?? "");
}
console.log(`cursor ${cursor}`);
