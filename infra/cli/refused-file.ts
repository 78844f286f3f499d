import { open } from "node:fs/promises";
import type { ImportFile } from "#lib/operations/import/import-file.ts";

/** The file that says, a JSON object a line, which lines were refused. */
export const refusedFile = (name: string): Pick<ImportFile, "keepRefusals" | "addRefusals"> => ({
  async keepRefusals(bytes) {
    const file = await open(name, "a");
    try {
      const { size } = await file.stat();
      if (size < bytes) return false;
      await file.truncate(bytes);
      return true;
    } finally {
      await file.close();
    }
  },
  async addRefusals(refusals) {
    const file = await open(name, "a");
    try {
      await file.write(refusals.map((refusal) => `${JSON.stringify(refusal)}\n`).join(""));
      return (await file.stat()).size;
    } finally {
      await file.close();
    }
  },
});
