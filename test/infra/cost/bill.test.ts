import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { idleBill, storageBill } from "#infra/cost/bill.ts";
import { MEASURED_FILE, Measured } from "#infra/cost/measured.ts";
import { chargeBy, readPrices } from "#infra/cost/prices.ts";
import { PROJECT } from "#infra/project.ts";
import { STAGE_DEFAULTS } from "#infra/stage-defaults.ts";
import { synthesizeStage } from "#infra/upgrade/templates.ts";
import { alarmMetrics } from "#test/support/template-metrics.ts";

const charge = chargeBy(readPrices());
/** A year, a million bookings a day. */
const BOOKINGS = 365_000_000;
let measured: Measured;
beforeAll(async () => {
  measured = Measured.parse(JSON.parse(await readFile(join(PROJECT, MEASURED_FILE), "utf8")));
});

describe("the bill", () => {
  it("has each alarm as often as it names metrics", async () => {
    const named = alarmMetrics(await synthesizeStage("prod")).length;
    expect(measured.resources["AWS::CloudWatch::Alarm"]).toBeLessThan(named);
    expect(idleBill(charge, measured)["Alarms"]).toBeCloseTo(named * charge("alarmMonth", 1));
  });

  it("has the table as often as copies of it are kept, without indexes", () => {
    const booking = { keptBytes: 3_000, passingBytes: 0, keptTableBytes: 1_000, passingTableBytes: 0 };
    const bill = storageBill(charge, { ...measured, booking }, 1_000_000);
    expect(bill["Daily copies"]).toBeCloseTo(
      charge("backupByteMonth", 1_000 * BOOKINGS) * STAGE_DEFAULTS.prod.backupDays,
    );
    expect(bill["DynamoDB storage and recovery"]).toBeCloseTo(
      charge("tableByteMonth", 3_000 * BOOKINGS) + charge("recoveryByteMonth", 1_000 * BOOKINGS),
    );
  });

  it("reckons with a table that is smaller than with its indexes", () => {
    const { keptBytes, keptTableBytes, passingBytes, passingTableBytes } = measured.booking;
    expect(keptTableBytes).toBeGreaterThan(0);
    expect(keptTableBytes).toBeLessThan(keptBytes);
    expect(passingTableBytes).toBeLessThan(passingBytes);
  });
});
