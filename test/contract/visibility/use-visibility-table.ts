import { afterAll, beforeAll } from "vitest";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { VisibilityTable } from "./table.ts";

/** Runs a table and what every endpoint needs for the tests of a file, and prints the matrix that they fill at the end. */
export function useVisibilityTable<Column extends string>(
  columns: readonly Column[],
): VisibilityTable<Column> {
  const aws = useLocalTable();
  const table = new VisibilityTable(columns);
  beforeAll(() => {
    process.env["ALLOW_INSECURE_WEBHOOKS"] = "1";
    process.env["ALLOW_INSECURE_CALENDARS"] = "1";
    process.env["MAILS_QUEUE_URL"] = `${aws().url}/000000000000/mails.fifo`;
  });
  afterAll(() => {
    process.stdout.write(`${table.text()}\n`);
  });
  return table;
}
