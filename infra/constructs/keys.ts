import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { CfnReplicaKey, Key, type KeyProps, KeySpec, KeyUsage } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { removalPolicy, type Stage } from "#infra/stage.ts";

/** The keys of a service: each can be in two regions, so that what it sealed or signed in one is good in the other. */
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
  /** The key of the home of which this is the replica; without it a key is made. */
  homeKeyArn: string | undefined;
  /** Whether another region may have replicas of it. */
  isReplicated: boolean;
}

/** Makes one of the keys, or the replica of it in this region. */
export function makeKey(
  scope: Construct,
  id: keyof typeof KEYS,
  { stage, homeKeyArn, isReplicated }: KeyOptions,
): { keyArn: string } {
  const { props, uses } = KEYS[id];
  const isOneOfTwo = isReplicated || homeKeyArn !== undefined;
  const policy = keyPolicy([...uses, ...(isOneOfTwo ? REPLICATION : [])]);
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
 * What administrators need to have a key in another region, and to make the one there the primary, which both keys have to allow; and
 * what was a replica may then have one.
 */
const REPLICATION = ["kms:ReplicateKey", "kms:UpdatePrimaryRegion"];

/**
 * Lets the account's own policies decide about a key, action by action: roles get its uses from their policies,
 * administrators the rest from theirs. In a key policy the resource `*` is the key itself.
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
