import type { PageParts } from "#lib/entry/pages/document.ts";
import { html } from "#lib/entry/pages/html.ts";
import { formHtml } from "#lib/entry/pages/html-forms.ts";
import { noticeHtml } from "#lib/entry/pages/notice.ts";
import { SIGN_OUT } from "#lib/identity/sign-in/pages/addresses.ts";
import type { AccountPage } from "./account-parts.ts";
import { apiKeysSection } from "./api-keys-section.ts";
import { applicationsSection } from "./applications-section.ts";
import { schedulesSection } from "./schedules-section.ts";
import { passwordSection, sessionsSection } from "./security-section.ts";
import { webhooksSection } from "./webhooks-section.ts";

/** The page on which users manage who has access to their account. */
export const accountPage = (page: AccountPage): PageParts => ({
  title: page.notice?.kind === "problem" ? "Nothing was changed" : "Your account",
  isWide: true,
  main: html`<h1>Your account</h1>
${noticeHtml(page.notice)}
<div class="account">
<p>Signed in as <strong><bdi>${page.user.name}</bdi></strong><br><span class="quiet small">${page.user.email}</span></p>
${formHtml(page.form(SIGN_OUT), html`<button class="link">Sign out</button>`)}
</div>
${applicationsSection(page)}
${apiKeysSection(page)}
${schedulesSection(page)}
${webhooksSection(page)}
${passwordSection(page)}
${sessionsSection(page)}`,
});
