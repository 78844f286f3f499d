import type { FormParts } from "#lib/entry/pages/html-forms.ts";
import type { Notice } from "#lib/entry/pages/notice.ts";
import type { AccountState } from "./read-account.ts";

/** The data of the account page. */
export interface AccountPage extends AccountState {
  /** Creates the address and token of a form. */
  form: (path: string, query?: Record<string, string>) => FormParts;
  /** The result of the previous form. */
  notice: Notice | undefined;
  isPasswordSignInEnabled: boolean;
}
