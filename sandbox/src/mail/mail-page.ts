import { cutText } from '@overture/domain/text/text-bounds';

export type MailSummary = {
  id: number;
  received_at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  message_id: string | null;
  is_system: boolean;
};

/** The pages a developer looks at. Everything that came by mail is escaped here, and HTML bodies live in a sandboxed frame. */

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

export function renderList(mails: MailSummary[], query: string, total: number): string {
  const rows = mails.map(
    (mail) => `<a class="row" href="/mails/${mail.id}">
      <span class="to">${escapeHtml(mail.to.join(', '))}</span>
      <span class="what"><b>${escapeHtml(mail.subject || '(no subject)')}</b>${mail.is_system ? '<i>system</i>' : ''}
        <small>${escapeHtml(cutText(mail.text.replace(/\s+/g, ' '), 140))}</small></span>
      <span class="from">${escapeHtml(mail.from)}</span>
      <time>${escapeHtml(mail.received_at.replace('T', ' ').slice(0, 19))}</time></a>`,
  );
  const empty = `<p class="empty">${query === '' ? 'No mail yet. Mails of the installation appear here.' : 'Nothing found.'}</p>`;
  return page(
    'Mail sandbox',
    `<header><h1>Mail sandbox</h1><form><input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search address or subject"
      aria-label="Search address or subject" autocomplete="off"></form><span class="count">${total} accepted</span></header>
    <p class="note">No mail leaves this machine. Recipients are simulated: they reply, bounce or stay silent.</p>
    <main>${rows.length === 0 ? empty : rows.join('')}</main>
    <script>setInterval(async () => {
      const typing = document.activeElement?.tagName === 'INPUT';
      if (typing || document.hidden) return;
      const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
      for (const part of ['main', '.count']) document.querySelector(part).replaceWith(fresh.querySelector(part));
    }, 3000);</script>`,
  );
}

export function renderMail(mail: MailSummary, header_lines: string[], hasHtml: boolean): string {
  const text = `<pre>${escapeHtml(mail.text)}</pre>`;
  const html = `<iframe sandbox src="/mails/${mail.id}/html" title="Message"></iframe>`;
  return page(
    mail.subject || '(no subject)',
    `<header><a class="back" href="/">All mail</a><h1>${escapeHtml(mail.subject || '(no subject)')}</h1></header>
    <dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to.join(', '))}</dd>
      <dt>Received</dt><dd>${escapeHtml(mail.received_at)}</dd></dl>
    <article>${hasHtml ? html : text}</article>
    ${mail.is_system || mail.to[0] === undefined ? '' : replyForm(mail, mail.to[0])}
    ${hasHtml ? `<details><summary>Text part</summary>${text}</details>` : ''}
    <details><summary>Headers</summary><pre>${escapeHtml(header_lines.join('\n'))}</pre></details>`,
  );
}

/** Lets a developer be the prospect: the answer lands in the sender's inbox, in the same thread. */
function replyForm(mail: MailSummary, recipient: string): string {
  return `<form class="reply" data-recipient="${escapeHtml(recipient)}" data-message-id="${escapeHtml(mail.message_id ?? '')}">
    <textarea name="text" rows="3" required aria-label="Answer" placeholder="Answer as ${escapeHtml(recipient)}"></textarea>
    <button>Send the answer</button><output></output></form>
    <script>document.querySelector('.reply').addEventListener('submit', async (event) => {
      event.preventDefault();
      const { dataset, elements } = event.target;
      const body = { recipient: dataset.recipient, text: elements.text.value };
      if (dataset.messageId !== '') body.to_message_id = dataset.messageId;
      const headers = { 'content-type': 'application/json' };
      const response = await fetch('/__control/reply', { method: 'POST', headers, body: JSON.stringify(body) });
      event.target.querySelector('output').textContent = response.ok ? 'Sent.' : 'That failed.';
      if (response.ok) elements.text.value = '';
    });</script>`;
}

/** The mail's own HTML, for the frame only; the answer's policy takes scripts, forms and remote content away. */
export function renderFrame(html: string): string {
  return `<!doctype html><meta charset="utf-8"><style>body{font:15px/1.5 system-ui,sans-serif;margin:16px;background:#fff;color:#1a1a1a}</style>${html}`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

const STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#f6f7f9,#14161a);--card:light-dark(#fff,#1c1f25);--line:light-dark(#e4e7ec,#2c313a);--ink:light-dark(#1c2430,#e7eaf0);--soft:light-dark(#5d6878,#98a2b3);--accent:light-dark(#3b5bdb,#8ea6ff)}
*{box-sizing:border-box}body{margin:0 auto;max-width:1100px;padding:24px 20px;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header{display:flex;gap:16px;align-items:center;flex-wrap:wrap}h1{font-size:20px;margin:0}form{flex:1;min-width:200px}
input{width:100%;max-width:420px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit;font:inherit}
input:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.note,.count,.from,time,small,dt{color:var(--soft)}.count{font-variant-numeric:tabular-nums}
main,article,dl,details{background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
.row{display:grid;grid-template-columns:220px 1fr 200px 150px;gap:16px;padding:12px 16px;color:inherit;text-decoration:none;border-top:1px solid var(--line)}
.row:first-child{border-top:0}.row:hover{background:var(--bg)}.row span,small{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
small{display:block;font-size:13px}time{font-size:13px;font-variant-numeric:tabular-nums;text-align:right}i{margin-left:8px;padding:1px 8px;border:1px solid var(--line);border-radius:999px;font:12px system-ui;color:var(--soft)}
.empty{padding:48px;text-align:center;color:var(--soft);margin:0}.back{color:var(--accent)}
dl{display:grid;grid-template-columns:100px 1fr;gap:4px 16px;padding:12px 16px}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:45vh;border:0;display:block;background:#fff}pre{margin:0;padding:16px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}
.reply{display:flex;gap:12px;align-items:end;margin-top:12px}textarea{flex:1;padding:10px 12px;border:1px solid var(--line);border-radius:12px;background:var(--card);color:inherit;font:inherit;resize:vertical}
button{padding:9px 16px;border:0;border-radius:8px;background:var(--accent);color:light-dark(#fff,#14161a);font:600 14px system-ui;cursor:pointer}output{min-width:48px;color:var(--soft)}
details{margin-top:12px}summary{padding:10px 16px;cursor:pointer}
@media(max-width:760px){.row{grid-template-columns:1fr;gap:2px}.row time{text-align:left}.from{display:none}}`;
