import { CalendarFailure } from "./failure.ts";

/** A component, such as `VEVENT`, with its unfolded lines, which `properties.ts` parses. */
export class Component {
  readonly name: string;
  readonly components: Component[] = [];
  /** Whether its `END`, or that of a component in it, is missing. */
  isBroken = false;
  readonly #lines: string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** The lines of it and of the components directly in it. */
  get content(): string {
    return [this, ...this.components].flatMap((each) => [each.name, ...each.#lines]).join("\n");
  }

  addLine(line: string): void {
    this.#lines.push(line);
  }

  /** The value of a property as it is written, without spaces around it. */
  text(name: string): string | undefined {
    return this.texts(name)[0];
  }

  texts(name: string): string[] {
    return this.linesOf(name).map((line) => valueIn(line).trim());
  }

  /** The lines of the properties of a name in upper case. */
  linesOf(name: string): string[] {
    return this.#lines.filter(
      (line) =>
        line.length > name.length &&
        (line[name.length] === ":" || line[name.length] === ";") &&
        line.slice(0, name.length).toUpperCase() === name,
    );
  }
}

/** The value in a line. A parameter in quotes may have a colon, such as the zone `"(UTC+01:00) Amsterdam, Berlin"`. */
export function valueIn(line: string): string {
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (line[at] === ":" && !isQuoted) return line.slice(at + 1);
  }
  return "";
}

/**
 * Reads the calendars of a text (RFC 5545 §3.4). Fails with `calendar_invalid` unless it is one or several `VCALENDAR`s, of which the last is whole.
 * Each line is parsed only when it is requested, and an event ends where the next one begins, so what is wrong in one affects no other event.
 */
export function readCalendars(text: string): Component[] {
  const root = new Component("");
  const open = [root];
  for (const line of text
    .replace(/^\uFEFF/, "")
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r\n|\n|\r/)) {
    const [, keyword, name = ""] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? [];
    if (keyword === undefined) open.at(-1)?.addLine(line);
    else if (keyword.toUpperCase() === "BEGIN") beginComponent(open, name.toUpperCase());
    else endComponent(open, name.toUpperCase());
  }
  const calendars = root.components.filter((component) => component.name === "VCALENDAR");
  if (open.length > 1 || calendars.length === 0) throw new CalendarFailure("calendar_invalid");
  return calendars;
}

/** The components that a calendar consists of. */
const OF_CALENDAR = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]);

/** Components that may be open. Each end is searched in all of them. */
const MAX_OPEN = 100;

function beginComponent(open: Component[], name: string): void {
  if (name === "VCALENDAR") keepOpen(open, 1);
  else if (OF_CALENDAR.has(name)) keepOpen(open, 2);
  if (open.length >= MAX_OPEN) throw new CalendarFailure("calendar_invalid");
  const component = new Component(name);
  open.at(-1)?.components.push(component);
  open.push(component);
}

/** Ends the component of a name. Does nothing if none is open. */
function endComponent(open: Component[], name: string): void {
  const depth = open.findLastIndex((component) => component.name === name);
  if (depth < 1) return;
  keepOpen(open, depth + 1);
  open.pop();
}

/** Keeps only this many components open: the root, its calendar, its event, and what is in that. The others have no `END`. */
function keepOpen(open: Component[], count: number): void {
  if (open.length <= count) return;
  const [, , event] = open;
  if (event) event.isBroken = true;
  open.length = count;
}
