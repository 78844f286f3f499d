import ICAL from "ical.js";
import { type Component, valueIn } from "./components.ts";
import { Unreadable } from "./recurrence-rule.ts";

/** A property in jCal (RFC 7265): its name in lower case, parameters, type and values. */
type JcalProperty = [name: string, parameters: Parameters, type: string, ...values: JcalValue[]];
/** The name of a parameter in lower case → its value, or its values. */
type Parameters = Record<string, string | string[]>;
/** A text, a date such as `2031-03-04`, a time such as `2031-03-04T09:30:00Z`, a period of two such values, or a structured value. */
type JcalValue = string | string[] | Record<string, unknown>;

export interface Property {
  /** The value of a parameter in upper case, such as `PARTSTAT`; undefined if it is missing. */
  parameter(name: string): string | undefined;
  values: readonly JcalValue[];
}

/** All properties of a component with a name in upper case. Fails with {@link Unreadable}. */
export const propertiesOf = (component: Component, name: string): Property[] =>
  component.linesOf(name).map(parseProperty);

/** The first one. */
export const propertyOf = (component: Component, name: string): Property | undefined =>
  propertiesOf(component, name)[0];

/** Characters of a name with its parameters, which take the parser quadratic time. */
const MAX_PARAMETERS = 20_000;

function parseProperty(line: string): Property {
  if (line.length - valueIn(line).length > MAX_PARAMETERS) throw new Unreadable();
  try {
    const [, parameters, , ...values]: JcalProperty = ICAL.parse.property(line);
    return { parameter: (name) => [parameters[name.toLowerCase()]].flat()[0], values };
  } catch (cause) {
    throw new Unreadable("the parser rejected a property", { cause });
  }
}
