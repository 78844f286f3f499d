/** What a template takes: text and numbers, which are escaped, markup as it is, and lists of these; nothing leaves no trace. */
type Content = Html | string | number | false | null | undefined | readonly Content[];

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup whose every part from outside the source has been escaped: there is no other way to make some. */
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
 * Makes markup of a template. A value may stand between tags, or in an attribute with quotes around it.
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
