import { describe, expect, it } from "vitest";
import { filesBetween, readCallGraph } from "#test/support/source/call-graph.ts";

interface Walk {
  name: string;
  /** The files that declare the called Lambda functions, and the functions at which a part of the walk begins. */
  from: readonly string[];
  /** The files that send something, or prepare what is sent. */
  ends: readonly string[];
  /** The most files that it may have. */
  most: number;
}

/**
 * The files of a walk are those of all functions on a path of calls from one of its beginnings to one of its ends. Functions from which no
 * call leads to an end, such as checks of the input, are not part of it.
 */
const WALKS: readonly Walk[] = [
  {
    name: "booking → table",
    from: ["functions/bookings/create.ts", "lib/bookings/create.ts#createBooking"],
    ends: ["lib/table/operations.ts", "lib/table/write.ts"],
    most: 14,
  },
  {
    name: "event → subscriber",
    from: [
      "functions/stream/dispatch.ts",
      "lib/events/publish.ts#publishRecords",
      "functions/events/fan-out.ts",
      "lib/webhooks/deliveries/fan-out.ts#fanOutEvents",
      "functions/events/deliver.ts",
      "lib/webhooks/sending/deliver.ts#deliverWebhook",
    ],
    ends: [
      "lib/table/operations.ts",
      "lib/table/read.ts",
      "lib/table/write.ts",
      "lib/platform/queue.ts",
      "lib/webhooks/sending/post.ts",
    ],
    most: 18,
  },
  {
    name: "list → table",
    from: ["functions/bookings/list.ts", "lib/bookings/list.ts#listBookings"],
    ends: ["lib/table/client.ts"],
    most: 10,
  },
  {
    name: "code → token",
    from: ["functions/oauth/token.ts#handler"],
    ends: [
      "lib/table/operations.ts",
      "lib/table/read.ts",
      "lib/table/write.ts",
      "lib/platform/kms.ts",
      "lib/oauth/token-schema.ts",
    ],
    most: 12,
  },
];

describe("A reader who follows a call", () => {
  const graph = readCallGraph();

  it.each(WALKS)("$name opens at most $most files", ({ name, from, ends, most }) => {
    const files = new Set(
      from.flatMap((start) => (start.includes("#") ? [...filesBetween(graph, start, ends)] : [start])),
    );
    const walk = [`${name}: ${files.size} files`, ...files].join("\n  ");
    console.info(walk);
    expect(files.size, walk).toBeLessThanOrEqual(most);
  });
});
