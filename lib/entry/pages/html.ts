/** A value in a template: texts and numbers are escaped, markup is not; lists are joined; false, null and undefined are omitted. */
type Content = Html | string | number | false | null | undefined | readonly Content[];

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup in which all values are escaped. Only {@link html} creates it. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  /** The tag of a template; see {@link html}. */
  static from(source: TemplateStringsArray, ...values: readonly Content[]): Html {
    return new Html(String.raw({ raw: source }, ...values.map(markupOf)));
  }

  toString(): string {
    return this.#markup;
  }
}

/**
 * Creates markup from a template. Values can be between tags, or in a quoted attribute.
 *
 * @example html`<a href="${address}">${name}</a>`
 */
export const html = Html.from;

function markupOf(value: Content): string {
  if (value instanceof Html) return value.toString();
  if (isList(value)) return value.map(markupOf).join("");
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

const isList = (value: Content): value is readonly Content[] => Array.isArray(value);
