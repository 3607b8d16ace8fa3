import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MailSandbox } from './mail-sandbox.ts';
import type { ReceivedMail } from './mail-store.ts';
import { BEHAVIOURS } from './prospect-behaviour.ts';

const email = z.email().max(320);
const weight = z.number().min(0).max(1000);

const accountBody = z.strictObject({
  email,
  password: z.string().min(1).max(200).optional(),
  keeps_sent_copies: z.boolean().optional(),
  replaces_message_ids: z.boolean().optional(),
  hides_headers: z.boolean().optional(),
});
const replyBody = z.strictObject({
  /** The mail to answer, by Message-ID; else the newest one sent to `recipient`. */
  to_message_id: z.string().max(998).optional(),
  recipient: email.optional(),
  text: z.string().min(1).max(100_000).default('Thanks, send me more.'),
});
const deliverBody = z.strictObject({
  email,
  raw: z.string().min(1).max(30_000_000),
  /** `base64` for bytes that are no UTF-8. */
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
  folder: z.enum(['INBOX', 'Sent']).default('INBOX'),
});
const folderBody = z.strictObject({ email, folder: z.enum(['INBOX', 'Sent']).default('INBOX') });
const prospectsBody = z.strictObject({
  seed: z.number().int().optional(),
  mix: z.partialRecord(z.enum(BEHAVIOURS), weight).optional(),
  reply_delay_in_seconds: z.strictObject({ min: z.number().min(0), max: z.number().min(0) }).optional(),
});

/** Calls that make something happen in the mail world. */
export function registerMailControl(app: FastifyInstance, mail: MailSandbox): void {
  app.post('/__control/accounts', async (request) => {
    const body = accountBody.parse(request.body);
    const { password, keeps_sent_copies, replaces_message_ids, hides_headers } = mail.store.account(body.email);
    const account = mail.store.openAccount(body.email, {
      password: body.password ?? password,
      keeps_sent_copies: body.keeps_sent_copies ?? keeps_sent_copies,
      replaces_message_ids: body.replaces_message_ids ?? replaces_message_ids,
      hides_headers: body.hides_headers ?? hides_headers,
    });
    if (account.password !== password) mail.imap.disconnect(account.email);
    return { account };
  });

  app.post('/__control/reply', async (request, reply) => {
    const body = replyBody.parse(request.body);
    const found = findMail(mail, body.to_message_id, body.recipient);
    const recipient = body.recipient ?? found?.recipients[0];
    if (found === undefined || recipient === undefined)
      return reply.code(404).send({ error: 'No such mail was received.' });
    return { delivered_to: await mail.prospects.replyNow(found, recipient, body.text) };
  });

  app.post('/__control/deliver', async (request) => {
    const body = deliverBody.parse(request.body);
    const is_base64 = body.encoding === 'base64';
    const raw = is_base64 ? Buffer.from(body.raw, 'base64') : Buffer.from(body.raw.replace(/\r?\n/g, '\r\n'));
    mail.file(body.email, body.folder, raw);
    return { delivered_to: body.email };
  });

  app.post('/__control/uidvalidity', async (request) => {
    const body = folderBody.parse(request.body);
    mail.imap.renumber(body.email, body.folder);
    mail.imap.disconnect(body.email);
    return {};
  });

  app.post('/__control/disconnect', async (request) => {
    mail.imap.disconnect(folderBody.parse(request.body).email);
    return {};
  });

  app.post('/__control/disconnect-smtp', async () => {
    mail.smtp.disconnectAll();
    return {};
  });

  app.post('/__control/prospects', async (request) => {
    const body = prospectsBody.parse(request.body);
    const { options } = mail.prospects;
    options.seed = body.seed ?? options.seed;
    options.mix = { ...options.mix, ...body.mix };
    options.reply_delay_in_seconds = body.reply_delay_in_seconds ?? options.reply_delay_in_seconds;
    return options;
  });

  app.post('/__control/clear', async () => {
    mail.clear();
    return {};
  });
}

function findMail(
  mail: MailSandbox,
  message_id: string | undefined,
  recipient: string | undefined,
): ReceivedMail | undefined {
  if (message_id !== undefined) {
    return mail.store.findByMessageId(message_id.startsWith('<') ? message_id : `<${message_id}>`);
  }
  for (const entry of mail.store.mails()) {
    if (!entry.is_system && entry.recipients.some((address) => address.toLowerCase() === recipient?.toLowerCase()))
      return entry;
  }
  return undefined;
}
