import { escapeHtml } from '../mail/mail-page.ts';

/** What a person sees instead of Microsoft's sign-in: whose mailbox it is, and whether to consent. */
export function renderSignIn(login_hint: string, scopes: readonly string[]): string {
  const list = scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('');
  return page(
    'Connect a Microsoft mailbox',
    `<h1>Connect a Microsoft mailbox</h1><p>This is the sandbox: nobody signs in to Microsoft here. Any address is a mailbox.</p>
    <form method="post"><label for="email">Address</label><input id="email" name="email" type="email" required value="${escapeHtml(login_hint)}">
    <p>The application asks for:</p><ul>${list}</ul>
    <button name="answer" value="accept">Accept</button>
    <button name="answer" value="refuse" class="quiet" formnovalidate>Refuse</button></form>`,
  );
}

export function renderNotice(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
    <style>:root{color-scheme:light dark;font:16px/1.5 system-ui}body{max-width:26rem;margin:10vh auto;padding:0 1rem}h1{font-size:1.4rem}
    input{width:100%;box-sizing:border-box;padding:.6rem;font:inherit;border:1px solid #8886;border-radius:6px}li{font-family:ui-monospace,monospace;font-size:.85rem}
    button{width:100%;padding:.7rem;margin:.3rem 0;font:inherit;border:1px solid #8886;border-radius:6px;background:#0067b8;color:#fff;cursor:pointer}
    button.quiet{background:none;color:inherit}</style><body>${body}</body></html>`;
}
