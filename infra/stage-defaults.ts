/** The stages a deployment can be. */
export const STAGE_NAMES = ["dev", "staging", "prod"] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** What differs between the stages unless a setting says otherwise. */
interface StageDefaults {
  /** Keep data when the stack goes, and refuse to delete it by hand. No setting: it is what makes a stage prod. */
  keepsData: boolean;
  logRetentionDays: 7 | 30 | 90;
  recoveryDays: number;
  /** Days a daily copy of the table is kept; 0 for none. */
  backupDays: number;
  alarms: boolean;
  canary: boolean;
}

export const STAGE_DEFAULTS: Record<StageName, StageDefaults> = {
  dev: {
    keepsData: false,
    logRetentionDays: 7,
    recoveryDays: 1,
    backupDays: 0,
    alarms: false,
    canary: false,
  },
  staging: {
    keepsData: false,
    logRetentionDays: 30,
    recoveryDays: 7,
    backupDays: 0,
    alarms: true,
    canary: false,
  },
  prod: {
    keepsData: true,
    logRetentionDays: 90,
    recoveryDays: 35,
    backupDays: 7,
    alarms: true,
    canary: true,
  },
};
