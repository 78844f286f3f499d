import { type Element, xml2js } from "xml-js";
import { CalendarFailure } from "./failure.ts";

/** An XML element without its namespace prefix. */
export class XmlNode {
  readonly name: string;
  readonly #element: Element;

  constructor(element: Element) {
    this.#element = element;
    this.name = (element.name ?? "").replace(/^.*:/, "");
  }

  get children(): XmlNode[] {
    return (this.#element.elements ?? []).flatMap((each) =>
      each.type === "element" ? [new XmlNode(each)] : [],
    );
  }

  get text(): string {
    const texts = (this.#element.elements ?? []).map(({ text, cdata }) => text ?? cdata ?? "");
    return texts.join("");
  }

  attribute(name: string): string | undefined {
    return this.#element.attributes?.[name]?.toString();
  }

  /** All elements at a path of names below this one. */
  all(...path: string[]): XmlNode[] {
    let nodes: XmlNode[] = [this];
    for (const name of path)
      nodes = nodes.flatMap(({ children }) => children.filter((child) => child.name === name));
    return nodes;
  }

  first(...path: string[]): XmlNode | undefined {
    return this.all(...path)[0];
  }
}

/** A resource in the response to a `PROPFIND` or `REPORT`. */
export interface DavResource {
  href: string;
  /** The element that contains the properties which the resource has. */
  property: (...path: string[]) => XmlNode | undefined;
  properties: (...path: string[]) => XmlNode[];
}

/**
 * Parses a multistatus response (RFC 4918 §14.16). Fails with `calendar_invalid`, also for a document type, and with `calendar_too_large` if the
 * server has left out resources (status 507).
 */
export function parseMultistatus(text: string): DavResource[] {
  const multistatus = parseXml(text).first("multistatus");
  if (!multistatus) throw new CalendarFailure("calendar_invalid");
  const responses = multistatus.all("response");
  if (responses.some((response) => / 507/.test(response.first("status")?.text ?? "")))
    throw new CalendarFailure("calendar_too_large");
  return responses.map((response) => {
    const found = response
      .all("propstat")
      .filter((propstat) => / 2\d\d/.test(propstat.first("status")?.text ?? " 200"));
    const properties = (...path: string[]): XmlNode[] => found.flatMap((each) => each.all("prop", ...path));
    return {
      href: response.first("href")?.text.trim() ?? "",
      properties,
      property: (...path: string[]) => properties(...path)[0],
    };
  });
}

function parseXml(text: string): XmlNode {
  const elements = parseElements(text);
  // Entities could make a small text large. An event may contain the document type of a page.
  if (elements.some(({ type }) => type === "doctype")) throw new CalendarFailure("calendar_invalid");
  return new XmlNode({ elements });
}

function parseElements(text: string): Element[] {
  try {
    return xml2js(text, { compact: false })["elements"] ?? [];
  } catch {
    throw new CalendarFailure("calendar_invalid");
  }
}
