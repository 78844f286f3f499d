/** The stages of a deployment. */
export const STAGE_NAMES = ["dev", "staging", "prod"] as const;
/** The name of a stage. */
export type StageName = (typeof STAGE_NAMES)[number];

/** The defaults that depend on the stage. */
interface StageDefaults {
  /** Whether data is kept when the stack is deleted, and protected from deletion. There is no setting for it. */
  keepsData: boolean;
  logRetentionDays: 7 | 30 | 90;
  recoveryDays: number;
  /** Retention of the table's daily backups; 0 for no backups. */
  backupDays: number;
  alarms: boolean;
  canary: boolean;
}

/** The defaults of each stage. */
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
