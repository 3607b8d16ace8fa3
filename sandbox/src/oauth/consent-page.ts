import { page } from '../linkedin/routes/hosted-page.ts';
import { escapeHtml } from '../mail/mail-page.ts';

/** The address itself is no access to its mail. */
export const isMailScope = (scope: string): boolean => /mail/i.test(scope) && scope !== 'email';

/** What a person sees instead of the provider's sign-in and consent. */
export function renderConsentPage(label: string, login_hint: string, scopes: string[]): string {
  const asked = scopes.map((scope) => `<li style="overflow-wrap:anywhere">${escapeHtml(scope)}</li>`).join('');
  return page(
    `Sign in with ${label}`,
    `<h1>Sign in with ${escapeHtml(label)}</h1><p>This is the sandbox: no sign-in to ${escapeHtml(label)} happens. Enter whose account it is.</p>
    <form method="post"><label>Email address<br><input name="email" type="email" required value="${escapeHtml(login_hint)}"
      style="width:100%;padding:.6rem;font:inherit;box-sizing:border-box"></label>
    <p>Overture asks for:</p><ul>${asked}</ul>
    <button name="choice" value="allow">Allow</button>
    ${scopes.some(isMailScope) ? '<button name="choice" value="partly" class="quiet">Allow without access to mail</button>' : ''}
    <button name="choice" value="admin" class="quiet">Only an administrator may allow this</button>
    <button name="choice" value="deny" class="quiet" formnovalidate>Cancel</button></form>`,
  );
}
