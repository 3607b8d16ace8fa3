import type { FastifyInstance } from 'fastify';
import { type ParsedMail, simpleParser } from 'mailparser';
import { z } from 'zod';
import { FAULTS } from './faults.ts';
import { type MailSummary, renderFrame, renderList, renderMail } from './mail-page.ts';
import type { MailSandbox } from './mail-sandbox.ts';
import type { ReceivedMail } from './mail-store.ts';

const listQuery = z.object({
  to: z.string().max(320).optional(),
  q: z.string().max(320).optional(),
  since: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
});
const idParams = z.object({ id: z.coerce.number().int().min(1) });

const folderParams = z.object({ email: z.email().max(320), folder: z.enum(['INBOX', 'Sent']) });

/** The page and the JSON that show what the SMTP server received. */
export function registerMailRoutes(app: FastifyInstance, mail: MailSandbox): void {
  app.get('/api/mails', async (request) => {
    const found = listMails(mail, listQuery.parse(request.query));
    return { mails: await Promise.all(found.map(presentSummary)) };
  });

  app.get('/api/mails/:id', async (request, reply) => {
    const found = mail.store.getMail(idParams.parse(request.params).id);
    if (found === undefined) return reply.code(404).send({ error: 'No such mail.' });
    const parsed = await simpleParser(found.raw);
    const headers = parsed.headerLines.map(({ key, line }) => ({
      name: key,
      value: line.slice(line.indexOf(':') + 1).trim(),
    }));
    return { ...(await presentSummary(found)), headers, html: htmlOf(parsed), raw: found.raw.toString('utf8') };
  });

  app.get('/api/ledger', async () => ({ total: mail.ledger.total(), counts: mail.ledger.counts() }));
  app.get('/api/mailboxes/:email/:folder', async (request) => {
    const { email, folder } = folderParams.parse(request.params);
    const mails = await Promise.all(mail.imap.read(email, folder).map(presentFiled));
    return { mails };
  });

  app.get('/api/faults', async () => ({
    faults: Object.entries(FAULTS).map(([prefix, { about }]) => ({ recipient: `${prefix}@…`, about })),
  }));

  app.get('/', async (request, reply) => {
    const query = listQuery.parse(request.query);
    const found = await Promise.all(listMails(mail, query).map(presentSummary));
    return reply.type('text/html').send(renderList(found, query.q ?? query.to ?? '', mail.ledger.total()));
  });

  app.get('/mails/:id', async (request, reply) => {
    const found = mail.store.getMail(idParams.parse(request.params).id);
    if (found === undefined)
      return reply
        .code(404)
        .type('text/html')
        .send(renderList([], '', 0));
    const parsed = await simpleParser(found.raw);
    const page = renderMail(
      await presentSummary(found),
      parsed.headerLines.map(({ line }) => line),
      htmlOf(parsed) !== null,
    );
    return reply.type('text/html').send(page);
  });

  app.get('/mails/:id/html', async (request, reply) => {
    const found = mail.store.getMail(idParams.parse(request.params).id);
    const html = found === undefined ? null : htmlOf(await simpleParser(found.raw));
    return reply
      .header('content-security-policy', "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'")
      .type('text/html')
      .send(renderFrame(html ?? ''));
  });
}

function listMails(mail: MailSandbox, query: z.infer<typeof listQuery>): ReceivedMail[] {
  const found: ReceivedMail[] = [];
  const to = query.to?.toLowerCase();
  const text = query.q?.toLowerCase();
  const since = query.since === undefined ? undefined : new Date(query.since).toISOString();
  for (const entry of mail.store.mails()) {
    if (since !== undefined && entry.received_at < since) continue;
    if (to !== undefined && !entry.recipients.some((recipient) => recipient.toLowerCase() === to)) continue;
    if (
      text !== undefined &&
      !`${entry.from} ${entry.recipients.join(' ')} ${entry.subject}`.toLowerCase().includes(text)
    )
      continue;
    found.push(entry);
    if (found.length === query.limit) break;
  }
  return found;
}

async function presentSummary(mail: ReceivedMail): Promise<MailSummary> {
  const parsed = await simpleParser(mail.raw, { skipImageLinks: true });
  const { id, received_at, recipients, message_id, is_system } = mail;
  const subject = parsed.subject ?? '';
  return {
    id,
    received_at,
    from: parsed.from?.text ?? mail.from,
    to: recipients,
    subject,
    text: parsed.text ?? '',
    message_id,
    is_system,
  };
}

/** A mail as it lies in an account's folder. */
async function presentFiled(raw: Buffer) {
  const { messageId, inReplyTo, references, subject, text, from } = await simpleParser(raw);
  return {
    message_id: messageId,
    in_reply_to: inReplyTo,
    references,
    from: from?.text,
    subject,
    text,
    raw: raw.toString('utf8'),
  };
}

function htmlOf(parsed: ParsedMail): string | null {
  return typeof parsed.html === 'string' ? parsed.html : null;
}
