import { describe, expect, it, vi } from "vitest";
import { fetchWithRetries } from "#client/fetch-with-retries.ts";

const URL_OF_BOOKINGS = "https://api.example.com/v1/bookings";

const responses = (...statuses: (number | Error)[]) => {
  const sent: { key: string | null; body: string }[] = [];
  const send = vi.fn(async (request: Request) => {
    sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.text() });
    const status = statuses.shift() ?? 200;
    if (status instanceof Error) throw status;
    return new Response("{}", { status, headers: status === 200 ? {} : { "Retry-After": "0" } });
  });
  return { send, sent };
};
const write = (init: RequestInit = {}) =>
  new Request(URL_OF_BOOKINGS, { method: "POST", body: '{"eventTypeId":1}', ...init });

describe("a client's request", () => {
  it.each([429, 503, new TypeError("fetch failed")])(
    "is sent again after %s, with the same body and key",
    async (failure) => {
      const { send, sent } = responses(failure, failure);
      expect((await fetchWithRetries(send)(write())).status).toBe(200);
      expect(sent).toHaveLength(3);
      expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
      expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
      expect(sent[2]?.body).toBe('{"eventTypeId":1}');
    },
  );

  it("has the caller's Idempotency-Key, and none if it reads", async () => {
    const { send, sent } = responses();
    await fetchWithRetries(send)(write({ headers: { "Idempotency-Key": "order-1" } }));
    await fetchWithRetries(send)(new Request(URL_OF_BOOKINGS));
    expect(sent.map(({ key }) => key)).toEqual(["order-1", null]);
  });

  it.each([400, 404, 409, 500])("isn't sent again after %i", async (status) => {
    const { send } = responses(status);
    expect((await fetchWithRetries(send)(write())).status).toBe(status);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("has the result of the last attempt, a response or an error", async () => {
    const busy = responses(503, 503, 503);
    expect((await fetchWithRetries(busy.send, { attempts: 3 })(write())).status).toBe(503);
    const offline = responses(...Array.from({ length: 3 }, () => new TypeError("fetch failed")));
    await expect(fetchWithRetries(offline.send, { attempts: 2 })(write())).rejects.toThrow("fetch failed");
    expect([busy.send.mock.calls.length, offline.send.mock.calls.length]).toEqual([3, 2]);
  });

  it("isn't sent again if Retry-After is longer than allowed", async () => {
    const late = new Date(Date.now() + 3_600_000).toUTCString();
    for (const retryAfter of ["31", late]) {
      const send = vi.fn(
        async () => new Response("", { status: 429, headers: { "Retry-After": retryAfter } }),
      );
      expect((await fetchWithRetries(send)(write())).status).toBe(429);
      expect(send).toHaveBeenCalledTimes(1);
    }
  });

  it("fails if the caller aborts it, also during a wait", async () => {
    const abort = new AbortController();
    const send = vi.fn(async () => {
      setTimeout(() => abort.abort(new Error("stopped")), 5);
      return new Response("", { status: 503, headers: { "Retry-After": "30" } });
    });
    await expect(fetchWithRetries(send)(write({ signal: abort.signal }))).rejects.toThrow("stopped");
    expect(send).toHaveBeenCalledTimes(1);
  });
});
