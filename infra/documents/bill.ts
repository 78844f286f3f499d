/** US dollars by item. */
export type Bill = Record<string, number>;

/** A bill that many times. */
export const times = (bill: Bill, count: number): Bill =>
  Object.fromEntries(Object.entries(bill).map(([item, usd]) => [item, usd * count]));

/** The sum of bills, by item. */
export function sum(bills: readonly Bill[]): Bill {
  const total: Bill = {};
  for (const bill of bills)
    for (const [item, usd] of Object.entries(bill)) total[item] = (total[item] ?? 0) + usd;
  return total;
}

/** The total of a bill. */
export const totalOf = (bill: Bill): number => Object.values(bill).reduce((total, usd) => total + usd, 0);

/** An amount in dollars, as text. */
export const usd = (amount: number): string => `$${amount.toFixed(2)}`;
