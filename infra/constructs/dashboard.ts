import { Stack } from "aws-cdk-lib";
import { Dashboard as CloudWatchDashboard } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { Api } from "#infra/constructs/api.ts";
import { apiGraphs } from "#infra/constructs/api-graphs.ts";
import { dataGraphs } from "#infra/constructs/data-graphs.ts";
import { functionGraphs } from "#infra/constructs/function-graphs.ts";
import { graphRows, heading } from "#infra/constructs/graph.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { deliveryGraphs, securityGraphs } from "#infra/constructs/webhook-graphs.ts";
import type { Registry } from "#infra/registry.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";

interface DashboardProps {
  data: DataStack;
  api: Api;
  registry: Registry;
  functions: ReadonlyMap<string, ServiceFunction>;
}

/** The CloudWatch dashboard: graphs of the whole service. */
export class Dashboard extends Construct {
  /** URL of the dashboard in the AWS console. */
  readonly url: string;

  constructor(scope: Construct, id: string, { data, api, registry, functions }: DashboardProps) {
    super(scope, id);
    const page = new CloudWatchDashboard(this, "Page", {
      widgets: [
        [heading("API")],
        ...graphRows(apiGraphs(this, api)),
        [heading("Webhooks and meetings")],
        ...graphRows(deliveryGraphs(this)),
        [heading("Queues, stream and table")],
        ...graphRows(dataGraphs(this, { data, registry, functions })),
        [heading("Functions")],
        ...graphRows(functionGraphs(registry, functions)),
        [heading("Security")],
        ...graphRows(securityGraphs(this)),
      ],
    });
    const { region } = Stack.of(this);
    this.url = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards:name=${page.dashboardName}`;
  }
}
