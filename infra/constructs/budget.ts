import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";

interface BudgetProps {
  /** US dollars. */
  monthly: number;
  email: string;
}

/** Sends an email when the account's costs of a month reach 80 % of the budget, or are forecast to exceed it. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { monthly, email }: BudgetProps) {
    super(scope, id);
    const notification = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: "PERCENTAGE",
        comparisonOperator: "GREATER_THAN",
      },
      subscribers: [{ subscriptionType: "EMAIL", address: email }],
    });
    new CfnBudget(this, "Monthly", {
      budget: {
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: monthly, unit: "USD" },
      },
      notificationsWithSubscribers: [notification("ACTUAL", 80), notification("FORECASTED", 100)],
    });
  }
}
