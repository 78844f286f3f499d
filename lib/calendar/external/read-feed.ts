import { feedUrl } from "./calendar-url.ts";
import { requestCalendar, requireSuccess } from "./requests.ts";

/** What a feed's server said of the copy that was read last, to be sent with the next request. */
export interface FeedVersion {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export interface FeedRequest extends FeedVersion {
  /** When the request must have ended, as `performance.now()`; by default 20 s from now. */
  deadline?: number;
}

/** The text of a feed, and its version. */
type Feed = FeedVersion & { text: string };

/**
 * Reads an iCalendar feed; undefined if it has not changed since the version. Fails with `CalendarFailure`.
 *
 * @example
 * const feed = await readFeed("webcal://example.com/feed.ics", { etag: '"1"' });
 */
export async function readFeed(
  url: string,
  { etag, lastModified, deadline }: FeedRequest,
): Promise<Feed | undefined> {
  const headers = {
    accept: "text/calendar, */*;q=0.1",
    ...(etag !== undefined && { "if-none-match": etag }),
    ...(lastModified !== undefined && { "if-modified-since": lastModified }),
  };
  const response = await requestCalendar(feedUrl(url), {
    headers,
    ...(deadline !== undefined && { deadline }),
  });
  if (response.status === 304) return undefined;
  requireSuccess(response);
  const { "last-modified": newLastModified, etag: newEtag } = response.headers;
  return { text: response.text, etag: newEtag, lastModified: newLastModified };
}
