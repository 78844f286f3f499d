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
  retention: Duration;
  stage: Stage;
}

/** Contains the id of the stack, so that it differs from the retained vault of a deleted stack. CDK would generate the same name again. */
const VAULT_NAME = Fn.join("-", ["Almanac", Fn.select(2, Fn.split("/", Aws.STACK_ID))]);

/**
 * Copies the table every day to a vault that is retained when the stack is deleted. Point-in-time recovery does not help if the table
 * itself was deleted.
 */
export class TableBackups extends Construct {
  readonly vaultName: string;

  constructor(scope: Construct, id: string, { table, retention, stage }: TableBackupsProps) {
    super(scope, id);
    const backupVault = new BackupVault(this, "Vault", {
      backupVaultName: VAULT_NAME,
      removalPolicy: removalPolicy(stage),
    });
    this.vaultName = backupVault.backupVaultName;
    const daily = new BackupPlanRule({
      ruleName: "daily",
      scheduleExpression: Schedule.cron({ hour: "3", minute: "0" }),
      deleteAfter: retention,
    });
    const plan = new BackupPlan(this, "Plan", { backupVault, backupPlanRules: [daily] });
    plan.addSelection("Table", { resources: [BackupResource.fromDynamoDbTable(table)] });
    acknowledge(plan, { [MANAGED_POLICY]: "The role of AWS Backup has the policy that AWS manages for it." });
  }
}
