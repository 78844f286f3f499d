import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { CfnReplicaKey, Key, type KeyProps, KeySpec, KeyUsage } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { removalPolicy, type Stage } from "#infra/stage.ts";

/** The KMS keys of a service. They are multi-region keys, so that data encrypted or signed in one region is valid in the other. */
const KEYS = {
  Secrets: {
    props: {
      description: "Encrypts webhook secrets, signing keys and stored results",
      enableKeyRotation: true,
    },
    uses: ["kms:Decrypt", "kms:Encrypt"],
  },
  Cursors: {
    props: {
      description: "Signs the cursors of lists",
      keySpec: KeySpec.HMAC_256,
      keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
    },
    uses: ["kms:GenerateMac"],
  },
} as const satisfies Record<string, { props: KeyProps; uses: readonly string[] }>;

interface KeyOptions {
  stage: Stage;
  /** ARN of the home region's key, to create a replica of it; without it, a new key is created. */
  homeKeyArn: string | undefined;
  /** Whether another region can have a replica of the key. */
  isReplicated: boolean;
}

/** Creates one of the keys, or its replica in this region. */
export function createKey(
  scope: Construct,
  id: keyof typeof KEYS,
  { stage, homeKeyArn, isReplicated }: KeyOptions,
): { keyArn: string } {
  const { props, uses } = KEYS[id];
  const hasTwoRegions = isReplicated || homeKeyArn !== undefined;
  const policy = keyPolicy([...uses, ...(hasTwoRegions ? REPLICATION : [])]);
  if (homeKeyArn === undefined)
    return new Key(scope, id, { ...props, multiRegion: true, policy, removalPolicy: removalPolicy(stage) });
  const { description } = props;
  const replica = new CfnReplicaKey(scope, id, {
    primaryKeyArn: homeKeyArn,
    keyPolicy: policy,
    description,
  });
  replica.applyRemovalPolicy(removalPolicy(stage));
  return { keyArn: replica.attrArn };
}

/**
 * Actions with which administrators replicate a key to another region and make the replica the primary key. Both keys have to allow
 * them.
 */
const REPLICATION = ["kms:ReplicateKey", "kms:UpdatePrimaryRegion"];

/**
 * Delegates access to the key to the account's IAM policies: those of the roles allow its use, those of administrators the rest. In a
 * key policy the resource `*` is the key itself.
 */
function keyPolicy(uses: readonly string[]): PolicyDocument {
  const statement = new PolicyStatement({
    principals: [new AccountRootPrincipal()],
    resources: ["*"],
    actions: [
      ...uses,
      "kms:CancelKeyDeletion",
      "kms:DescribeKey",
      "kms:DisableKey",
      "kms:DisableKeyRotation",
      "kms:EnableKey",
      "kms:EnableKeyRotation",
      "kms:GetKeyPolicy",
      "kms:GetKeyRotationStatus",
      "kms:ListKeyPolicies",
      "kms:ListKeyRotations",
      "kms:ListResourceTags",
      "kms:PutKeyPolicy",
      "kms:RotateKeyOnDemand",
      "kms:ScheduleKeyDeletion",
      "kms:TagResource",
      "kms:UntagResource",
      "kms:UpdateKeyDescription",
    ],
  });
  return new PolicyDocument({ statements: [statement] });
}
