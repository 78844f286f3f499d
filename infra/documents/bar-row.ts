/** What a service of the first rank does. A row is met by the tests that carry its id, unless it says otherwise. */
export interface BarRow {
  asks: string;
  /** What is missing. */
  lacks?: string;
  /** What was decided otherwise, and why. */
  differs?: string;
  /** Where it is measured, for no test asserts on time. */
  measured?: string;
}
