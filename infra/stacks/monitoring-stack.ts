import type { Construct } from "constructs";
import { Alarms } from "#infra/constructs/alarms.ts";
import type { Api } from "#infra/constructs/api.ts";
import { Budget } from "#infra/constructs/budget.ts";
import { Dashboard } from "#infra/constructs/dashboard.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { variablesOf } from "#infra/read-settings.ts";
import type { Registry } from "#infra/registry.ts";
import type { Settings } from "#infra/settings.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";
import { PartStack } from "#infra/stacks/part-stack.ts";
import type { Stage } from "#infra/stage.ts";

interface MonitoringProps {
  stage: Stage;
  settings: Settings;
  data: DataStack;
  api: Api;
  registry: Registry;
  functions: ReadonlyMap<string, ServiceFunction>;
}

/** Alarms, dashboard and budget: what only people look at. */
class MonitoringStack extends PartStack {
  readonly dashboard: Dashboard | undefined;

  constructor(scope: Construct, id: string, { stage, settings, ...parts }: MonitoringProps) {
    super(scope, id);
    const { alarmEmail: email, monthlyBudget, dashboard } = settings;
    const { MAIL_CONFIGURATION_SET: configurationSet } = variablesOf(settings);
    if (stage.alarms) new Alarms(this, "Alarms", { ...parts, stage, email, configurationSet });
    if (monthlyBudget !== undefined && email !== undefined)
      new Budget(this, "Budget", { monthly: monthlyBudget, email });
    this.dashboard = dashboard ? new Dashboard(this, "Dashboard", parts) : undefined;
  }
}

/** Creates the stack with alarms, dashboard and budget, unless the settings ask for none: a stack must have a resource. */
export function createMonitoring(scope: Construct, props: MonitoringProps): MonitoringStack | undefined {
  const { stage, settings } = props;
  if (!stage.alarms && !settings.dashboard && settings.monthlyBudget === undefined) return undefined;
  return new MonitoringStack(scope, "Monitoring", props);
}
