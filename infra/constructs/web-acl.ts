import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";

interface WebAclProps {
  restApi: SpecRestApi;
  /** Requests one IP address may make in five minutes. */
  requestsPerAddress: number;
}

const WINDOW_SECONDS = 300;

/** AWS's rule groups, cheapest and surest first, with those of their rules that would refuse right requests: they only count. */
const GROUPS: Record<string, readonly string[]> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: [],
  AWSManagedRulesCommonRuleSet: [
    // Bodies may have 256 KB, and an OAuth client's address has a long query.
    "SizeRestrictions_BODY",
    "SizeRestrictions_QUERYSTRING",
    // Addresses of meetings, subscribers and redirects are what this service is told.
    "GenericRFI_BODY",
    "GenericRFI_QUERYARGUMENTS",
    "EC2MetaDataSSRF_BODY",
    "EC2MetaDataSSRF_QUERYARGUMENTS",
    // Titles, notes and names are free text: answers are JSON, and pages escape.
    "CrossSiteScripting_BODY",
    // A program need not say what it is.
    "NoUserAgent_HEADER",
  ],
};

/** A web ACL in front of the gateway. What it blocks is answered 403 in the one shape of all errors. */
export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, { restApi, requestsPerAddress }: WebAclProps) {
    super(scope, id);
    const groups = Object.entries(GROUPS);
    const acl = new CfnWebACL(this, "Acl", {
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      visibilityConfig: seenAs("Acl"),
      rules: [
        {
          name: "RequestsPerAddress",
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: "IP",
              evaluationWindowSec: WINDOW_SECONDS,
              limit: requestsPerAddress,
            },
          },
          visibilityConfig: seenAs("RequestsPerAddress"),
        },
        ...groups.map(([name, counted], index) => managedRule(name, counted, index + 1)),
      ],
    });
    new CfnWebACLAssociation(this, "Association", {
      resourceArn: restApi.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}

const managedRule = (name: string, counted: readonly string[], priority: number): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: "AWS",
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: seenAs(name),
});

/** Counted in CloudWatch; no samples, for they show queries and headers, and those may hold credentials. */
const seenAs = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});
