import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { page } from '../linkedin/routes/hosted-page.ts';
import { escapeHtml } from '../mail/mail-page.ts';
import type { AddedTexts } from './dns-records.ts';

const record = z.object({
  name: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/)
    .max(253),
  text: z.string().trim().max(600),
  type: z.enum(['TXT', 'CNAME']).default('TXT'),
});

/** The DNS of the simulated world's domains, for who proves that one is theirs: `/dns` for people, `/dns/__control/text` for tests. */
export async function registerDnsRoutes(app: FastifyInstance, added: AddedTexts): Promise<void> {
  const set = ({ name, text, type }: z.output<typeof record>): void => {
    const key = type === 'CNAME' ? `CNAME ${name}` : name;
    if (text) added.set(key, [text]);
    else added.delete(key);
  };
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    );
    scope.get('/dns', async (_request, reply) => reply.type('text/html').send(renderRecords(added)));
    scope.post('/dns', async (request, reply) => {
      set(record.parse(request.body));
      return reply.redirect('/dns', 303);
    });
    scope.post('/dns/__control/text', async (request) => {
      set(record.parse(request.body));
      return {};
    });
  });
}

function renderRecords(added: AddedTexts): string {
  const rows = [...added].map(
    ([name, texts]) =>
      `<li style="overflow-wrap:anywhere"><b>${escapeHtml(name)}</b><br>${escapeHtml(texts.join(' '))}</li>`,
  );
  const style = 'width:100%;padding:.6rem;font:inherit;box-sizing:border-box';
  return page(
    'DNS of the sandbox',
    `<h1>DNS of the sandbox</h1><p>Domains that end in .example or .test are the sandbox's own. Add a record to one, or send an empty text to remove it.</p>
    <form method="post"><label>Name<br><input name="name" required style="${style}"></label>
    <label>Type<br><select name="type" style="${style}"><option>TXT<option>CNAME</select></label>
    <label>Text<br><input name="text" style="${style}"></label><button>Save</button></form><ul>${rows.join('')}</ul>`,
  );
}
