import { Aws, Stack } from "aws-cdk-lib";
import { CfnRecordSet } from "aws-cdk-lib/aws-route53";
import {
  CfnConfigurationSet,
  CfnConfigurationSetEventDestination,
  CfnEmailIdentity,
} from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";

interface MailIdentityProps {
  configurationSet: string;
  /** The domain that mails are sent from; undefined if the operator has verified it by other means. */
  domain: string | undefined;
  /** The Route 53 hosted zone of the domain; without it, the operator creates the DNS records. */
  hostedZoneId: string | undefined;
}

interface DnsRecord {
  name: string;
  type: "CNAME" | "MX" | "TXT";
  value: string;
}

const TTL = "1800";

/**
 * How Amazon SES sends the mails of the service: a domain with DKIM and its own return path, and a configuration set that suppresses addresses
 * that bounced or complained, and reports what happens to mails. It tracks no opened mails and no clicks.
 */
export class MailIdentity extends Construct {
  /** The DNS records that the operator has to create. */
  readonly outputs: Record<string, string> = {};

  constructor(scope: Construct, id: string, { configurationSet, domain, hostedZoneId }: MailIdentityProps) {
    super(scope, id);
    const set = new CfnConfigurationSet(this, "ConfigurationSet", {
      name: configurationSet,
      suppressionOptions: { suppressedReasons: ["BOUNCE", "COMPLAINT"] },
      reputationOptions: { reputationMetricsEnabled: true },
    });
    new CfnConfigurationSetEventDestination(this, "Events", {
      configurationSetName: set.ref,
      eventDestination: {
        name: "event-bus",
        enabled: true,
        matchingEventTypes: ["DELIVERY", "BOUNCE", "COMPLAINT", "REJECT"],
        eventBridgeDestination: {
          eventBusArn: Stack.of(this).formatArn({
            service: "events",
            resource: "event-bus",
            resourceName: "default",
          }),
        },
      },
    });
    if (domain === undefined) return;
    for (const [at, record] of this.#createIdentity(domain, set.ref).entries()) {
      const { name, type, value } = record;
      if (hostedZoneId === undefined) this.outputs[`MailRecord${at + 1}`] = `${name} ${type} ${value}`;
      else
        new CfnRecordSet(this, `Record${at + 1}`, {
          ...{ hostedZoneId, name, type, ttl: TTL, resourceRecords: [value] },
        });
    }
  }

  /** Creates the identity, and returns its DNS records. */
  #createIdentity(domain: string, configurationSetName: string): DnsRecord[] {
    // With the region, so that a standby has records of its own.
    const returnPath = `bounce-${Aws.REGION}.${domain}`;
    const identity = new CfnEmailIdentity(this, "Identity", {
      emailIdentity: domain,
      dkimAttributes: { signingEnabled: true },
      dkimSigningAttributes: { nextSigningKeyLength: "RSA_2048_BIT" },
      mailFromAttributes: { mailFromDomain: returnPath, behaviorOnMxFailure: "USE_DEFAULT_VALUE" },
      configurationSetAttributes: { configurationSetName },
      feedbackAttributes: { emailForwardingEnabled: false },
    });
    const keys = [
      [identity.attrDkimDnsTokenName1, identity.attrDkimDnsTokenValue1],
      [identity.attrDkimDnsTokenName2, identity.attrDkimDnsTokenValue2],
      [identity.attrDkimDnsTokenName3, identity.attrDkimDnsTokenValue3],
    ] as const;
    return [
      ...keys.map(([name, value]): DnsRecord => ({ name, type: "CNAME", value })),
      { name: returnPath, type: "MX", value: `10 feedback-smtp.${Aws.REGION}.amazonses.com` },
      { name: returnPath, type: "TXT", value: '"v=spf1 include:amazonses.com ~all"' },
    ];
  }
}
