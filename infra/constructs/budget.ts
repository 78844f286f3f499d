import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";

interface BudgetProps {
  /** US dollars. */
  monthly: number;
  email: string;
}

/** Writes when the account's costs of a month are nearly at the budget, or will be over it. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { monthly, email }: BudgetProps) {
    super(scope, id);
    const told = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
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
      notificationsWithSubscribers: [told("ACTUAL", 80), told("FORECASTED", 100)],
    });
  }
}
