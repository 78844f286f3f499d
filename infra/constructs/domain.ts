import {
  CfnDomainName,
  DomainName,
  EndpointType,
  SecurityPolicy,
  type SpecRestApi,
} from "aws-cdk-lib/aws-apigateway";
import { CfnApiMapping } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate, CertificateValidation } from "aws-cdk-lib/aws-certificatemanager";
import { CfnRecordSet, HostedZone } from "aws-cdk-lib/aws-route53";
import { Construct } from "constructs";
import { BASE_PATHS } from "#infra/base-paths.ts";

interface DomainProps {
  restApi: SpecRestApi;
  domainName: string;
  /** The zone of Route 53 the name lies in; it proves that the name is the operator's, and points it here. */
  hostedZoneId: string;
  /** Whether the name leads here: in the other region it does not, until somebody says so by hand. */
  hasRecords: boolean;
}

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
    this.#map(domain.domainName, restApi);
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

  /** Maps the root and the base paths to the API, by mappings of version 2: those of REST APIs have only one segment. */
  #map(domainName: string, restApi: SpecRestApi): void {
    const mapping = { domainName, stage: restApi.deploymentStage.stageName, apiId: restApi.restApiId };
    new CfnApiMapping(this, "Root", mapping);
    for (const path of BASE_PATHS) new CfnApiMapping(this, `At ${path}`, { ...mapping, apiMappingKey: path });
  }
}

/** API Gateway answers over IPv4 alone unless told otherwise, which the construct can't. */
function answerOverBoth({ node: { defaultChild } }: DomainName): void {
  if (!(defaultChild instanceof CfnDomainName)) throw new Error("the domain has no resource");
  defaultChild.addPropertyOverride("EndpointConfiguration.IpAddressType", "dualstack");
}
