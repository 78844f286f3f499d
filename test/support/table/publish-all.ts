import { EventItem } from "#lib/events/entity.ts";
import { publishEvents } from "#lib/events/publish.ts";
import { decode } from "#lib/table/entity.ts";
import { scanTable } from "./scan-table.ts";

/** Publishes all unpublished events, as the stream does, so that their audit entries are in the audit trail. */
export async function publishAll(): Promise<void> {
  const items = (await scanTable()).filter(({ unpublished }) => unpublished !== undefined);
  await publishEvents(items.flatMap((item) => decode(EventItem, item) ?? []));
}
