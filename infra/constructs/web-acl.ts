import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";

interface WebAclProps {
  restApi: SpecRestApi;
  /** Maximum number of requests from one IP address in five minutes. */
  requestsPerAddress: number;
}

const WINDOW_SECONDS = 300;

/** Rule groups of AWS, in order of evaluation, with those of their rules that would block valid requests: these only count. */
const GROUPS: Record<string, readonly string[]> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: [],
  AWSManagedRulesCommonRuleSet: [
    // Bodies can have 256 KB, and OAuth authorization URLs have long query strings.
    "SizeRestrictions_BODY",
    "SizeRestrictions_QUERYSTRING",
    // Requests contain URLs of meetings, subscribers and redirects.
    "GenericRFI_BODY",
    "GenericRFI_QUERYARGUMENTS",
    "EC2MetaDataSSRF_BODY",
    "EC2MetaDataSSRF_QUERYARGUMENTS",
    // Titles, notes and names are free text. Responses are JSON, and pages escape it.
    "CrossSiteScripting_BODY",
    // Clients need not send a User-Agent.
    "NoUserAgent_HEADER",
  ],
};

/** The web ACL of the API. Blocked requests get 403 with a problem document. */
export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, { restApi, requestsPerAddress }: WebAclProps) {
    super(scope, id);
    const groups = Object.entries(GROUPS);
    const acl = new CfnWebACL(this, "Acl", {
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      visibilityConfig: metricsOnly("Acl"),
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
          visibilityConfig: metricsOnly("RequestsPerAddress"),
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
  visibilityConfig: metricsOnly(name),
});

/** Enables metrics without samples, because samples contain query strings and headers, which can contain credentials. */
const metricsOnly = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});
