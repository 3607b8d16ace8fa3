import { parseOutboundAllow } from '../../kit/address-guard.ts';
import type { MailServer } from '../mailbox.port.ts';
import { openImap } from '../smtp-imap/imap-client.api.ts';
import { smtpImapManifest } from '../smtp-imap/smtp-imap.manifest.ts';

/** Deletes the mails with a subject from a mailbox's inbox and Sent folder: the product itself never deletes. */
export async function removeMails(server: MailServer, subject: string, is_plain: boolean): Promise<void> {
  const { connect_timeout_in_ms, answer_timeout_in_ms } = smtpImapManifest.limits;
  const allow = parseOutboundAllow(is_plain ? server.host : '');
  const client = await openImap(server, {
    allow,
    is_plain_allowed: is_plain,
    connect_timeout_in_ms,
    answer_timeout_in_ms,
  });
  try {
    const folders = (await client.list()).filter(({ path, specialUse }) => path === 'INBOX' || specialUse === '\\Sent');
    for (const { path } of folders) {
      const lock = await client.getMailboxLock(path);
      try {
        const found = await client.search({ subject }, { uid: true });
        if (found && found.length > 0) await client.messageDelete(found, { uid: true });
      } finally {
        lock.release();
      }
    }
  } finally {
    await client.logout().catch(() => client.close());
  }
}
