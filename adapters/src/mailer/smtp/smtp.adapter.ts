import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import { parseOutboundAllow } from '../../kit/address-guard.ts';
import type { MailAddress, MailServer } from '../../mailbox/mailbox.port.ts';
import { composeMail } from '../../mailbox/message/compose-mail.transform.ts';
import { openSmtp } from '../../mailbox/smtp-imap/smtp-connection.api.ts';
import { smtpImapManifest } from '../../mailbox/smtp-imap/smtp-imap.manifest.ts';
import { createSmtpPool } from '../../mailbox/smtp-imap/smtp-pool.api.ts';
import type { MailerPort, SystemMail } from '../mailer.port.ts';

export type SmtpMailerOptions = {
  /** SMTP_URL: smtp://user:password@host:587 (STARTTLS where a password is sent to another machine) or smtps://... */
  smtp_url: string;
  /** MAIL_FROM: 'Overture <noreply@example.com>' or the bare address. */
  mail_from: string;
  /** The text of OUTBOUND_PLAIN. */
  outbound_plain?: string | undefined;
};

/** System mail over the operator's own SMTP server. @throws Error when a setting cannot be read, naming the setting */
export function createSmtpMailer(options: SmtpMailerOptions): MailerPort {
  const server = parseSmtpUrl(options.smtp_url);
  const from = parseMailFrom(options.mail_from);
  const { limits } = smtpImapManifest;
  const connection = {
    // The operator configured this server: it may be on a private network. Codes and links are never sent unencrypted,
    // with a password or without.
    allow: { allows: () => true },
    plain: parseOutboundAllow(options.outbound_plain, 'OUTBOUND_PLAIN'),
    connect_timeout_in_ms: limits.connect_timeout_in_ms,
    answer_timeout_in_ms: limits.answer_timeout_in_ms,
  };
  const pool = createSmtpPool({
    ...connection,
    max_connections: limits.max_connections_per_account,
    max_mails_per_connection: limits.max_mails_per_connection,
    idle_timeout_in_ms: limits.idle_timeout_in_ms,
  });
  return {
    relay_host: server.host,
    async sendSystemMail(mail) {
      const { to, from_name, from_address, reply_to, dkim, before_handover, ...content } = mail;
      const address = from_address ?? from.address;
      const composed = await composeMail({
        ...content,
        from: { name: from_name ?? from.name, address },
        to: { name: null, address: to },
        ...(reply_to ? { reply_to: { name: null, address: reply_to } } : {}),
        message_id: `${randomUUID()}@${address.slice(address.lastIndexOf('@') + 1)}`,
      });
      await pool.send(server, dkim ? { ...composed, raw: await signMail(composed.raw, dkim) } : composed, {
        beforeDot: before_handover,
      });
    },
    check: async () => (await openSmtp(server, connection)).close(),
    close: () => pool.close(),
  };
}

/** Mail programs offer one click only where the signature covers both of its headers (RFC 8058, 4). */
const SIGNED_HEADERS =
  'from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post';

/** The same bytes with a DKIM-Signature before them. */
async function signMail(
  raw: Buffer,
  { domain, selector, private_key }: NonNullable<SystemMail['dkim']>,
): Promise<Buffer> {
  const signer = new DKIM({
    domainName: domain,
    keySelector: selector,
    privateKey: private_key,
    headerFieldNames: SIGNED_HEADERS,
  });
  return buffer(signer.sign(raw));
}

function parseSmtpUrl(text: string): MailServer {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new Error('SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.');
  }
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

function parseMailFrom(text: string): MailAddress {
  const given = text.trim();
  const bracket = given.endsWith('>') ? given.lastIndexOf('<') : -1;
  const address = bracket === -1 ? given : given.slice(bracket + 1, -1);
  const name = given.slice(0, Math.max(bracket, 0)).trim().replace(/^"|"$/g, '').trim();
  if (!/^[^<>\s@]+@[^<>\s@]+$/.test(address) || /["<>]/.test(name))
    throw new Error('MAIL_FROM must be an address, or a name and an address in angle brackets.');
  return { name: name || null, address };
}
