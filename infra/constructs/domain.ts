import {
  CfnBasePathMapping,
  CfnDomainName,
  DomainName,
  EndpointType,
  SecurityPolicy,
  type SpecRestApi,
} from "aws-cdk-lib/aws-apigateway";
import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import { CfnRecordSet, HostedZone } from "aws-cdk-lib/aws-route53";
import { Construct } from "constructs";

interface DomainProps {
  restApi: SpecRestApi;
  domainName: string;
  /** The zone of Route 53 the name lies in; it proves that the name is the operator's, and points it here. */
  hostedZoneId: string;
  /** Whether the name leads here: in the other region it does not, until somebody says so by hand. */
  hasRecords: boolean;
}

/** Base paths that lead to the service: `/v1`, and none for clients that add no version. */
const BASE_PATHS = { V1: "v1", Root: undefined };

/** The operator's own domain: certificate, address of the region over IPv4 and IPv6, and the paths of the service. */
export class Domain extends Construct {
  /** What a record of the name in Route 53 is an alias of. */
  readonly target: { dnsName: string; hostedZoneId: string };

  constructor(scope: Construct, id: string, { restApi, domainName, hostedZoneId, hasRecords }: DomainProps) {
    super(scope, id);
    const zone = HostedZone.fromHostedZoneId(this, "Zone", hostedZoneId);
    const certificate = new Certificate(this, "Certificate", {
      domainName,
      validation: CertificateValidation.fromDns(zone),
    });
    const domain = new DomainName(this, "Name", {
      domainName,
      certificate,
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    answerOverBoth(domain);
    for (const [name, basePath] of Object.entries(BASE_PATHS)) {
      new CfnBasePathMapping(this, name, {
        domainName: domain.domainName,
        restApiId: restApi.restApiId,
        stage: restApi.deploymentStage.stageName,
        ...(basePath !== undefined && { basePath }),
      });
    }
    this.target = {
      dnsName: domain.domainNameAliasDomainName,
      hostedZoneId: domain.domainNameAliasHostedZoneId,
    };
    for (const type of hasRecords ? ["A", "AAAA"] : []) {
      new CfnRecordSet(this, type, {
        hostedZoneId,
        name: domainName,
        type,
        aliasTarget: this.target,
      });
    }
  }
}

/** API Gateway answers over IPv4 alone unless told otherwise, which the construct can't. */
function answerOverBoth({ node: { defaultChild } }: DomainName): void {
  if (!(defaultChild instanceof CfnDomainName)) throw new Error("the domain has no resource");
  defaultChild.addPropertyOverride("EndpointConfiguration.IpAddressType", "dualstack");
}
