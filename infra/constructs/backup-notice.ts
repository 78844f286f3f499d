import { EventField, Rule, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SnsTopic } from "aws-cdk-lib/aws-events-targets";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";

/** States in which a backup job ends without a copy. */
const FAILED = ["FAILED", "EXPIRED", "ABORTED"];

/** Sends a mail when a daily copy of the table fails. AWS Backup reports each job as an event, which costs nothing. */
export function notifyOfFailedCopies(scope: Construct, vaultName: string, topic: ITopic): void {
  const rule = new Rule(scope, "FailedCopies", {
    eventPattern: {
      source: ["aws.backup"],
      detailType: ["Backup Job State Change"],
      detail: { backupVaultName: [vaultName], state: FAILED },
    },
  });
  const message = `The daily copy of the table failed: ${EventField.fromPath("$.detail.state")}. See docs/runbooks/restore.md`;
  rule.addTarget(new SnsTopic(topic, { message: RuleTargetInput.fromText(message) }));
}
