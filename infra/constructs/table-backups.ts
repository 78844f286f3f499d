import { Aws, type Duration, Fn } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import { acknowledge } from "#infra/acknowledge.ts";
import { removalPolicy, type Stage } from "#infra/stage.ts";

const MANAGED_POLICY =
  "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]";

interface TableBackupsProps {
  table: ITable;
  keptFor: Duration;
  stage: Stage;
}

/** The stack's own, so that a vault that outlived an earlier one is in nobody's way: CDK's would be the same in every stack of the app. */
const VAULT_NAME = Fn.join("-", ["Almanac", Fn.select(2, Fn.split("/", Aws.STACK_ID))]);

/**
 * A copy of the table each day, in a vault that outlives the stack: for the day on which the table itself is gone, and with it what
 * could be restored to the second.
 */
export class TableBackups extends Construct {
  constructor(scope: Construct, id: string, { table, keptFor, stage }: TableBackupsProps) {
    super(scope, id);
    const backupVault = new BackupVault(this, "Vault", {
      backupVaultName: VAULT_NAME,
      removalPolicy: removalPolicy(stage),
    });
    const daily = new BackupPlanRule({
      ruleName: "daily",
      scheduleExpression: Schedule.cron({ hour: "3", minute: "0" }),
      deleteAfter: keptFor,
    });
    const plan = new BackupPlan(this, "Plan", { backupVault, backupPlanRules: [daily] });
    plan.addSelection("Table", { resources: [BackupResource.fromDynamoDbTable(table)] });
    acknowledge(plan, { [MANAGED_POLICY]: "The role of AWS Backup has the policy AWS keeps for it." });
  }
}
