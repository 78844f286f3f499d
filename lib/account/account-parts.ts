import type { FormParts } from "#lib/pages/forms.ts";
import type { Notice } from "#lib/pages/notice.ts";
import type { AccountState } from "./read-account.ts";

/** An account, and what its page needs beside it. */
export interface AccountPage extends AccountState {
  /** The address and token of a form, by its path and query. */
  form: (path: string, query?: Record<string, string>) => FormParts;
  /** What the form before did. */
  notice: Notice | undefined;
  takesPasswords: boolean;
}
