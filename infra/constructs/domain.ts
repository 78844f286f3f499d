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
  /** The Route 53 hosted zone of the name, for the validation of the certificate and for the DNS records. */
  hostedZoneId: string;
  /** Whether to create DNS records. In a second region the operator creates them by hand. */
  hasRecords: boolean;
}

/** The operator's own domain: certificate, regional endpoint over IPv4 and IPv6, and path mappings. */
export class Domain extends Construct {
  /** The alias target for a Route 53 record. */
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
    enableDualStack(domain);
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

  /** Maps the root and the base paths to the API. Mappings of API Gateway v2 are used, because base paths of v1 have only one segment. */
  #map(domainName: string, restApi: SpecRestApi): void {
    const mapping = { domainName, stage: restApi.deploymentStage.stageName, apiId: restApi.restApiId };
    new CfnApiMapping(this, "Root", mapping);
    for (const path of BASE_PATHS) new CfnApiMapping(this, `At ${path}`, { ...mapping, apiMappingKey: path });
  }
}

/** Adds IPv6, which the construct has no property for. */
function enableDualStack({ node: { defaultChild } }: DomainName): void {
  if (!(defaultChild instanceof CfnDomainName)) throw new Error("the domain has no resource");
  defaultChild.addPropertyOverride("EndpointConfiguration.IpAddressType", "dualstack");
}
