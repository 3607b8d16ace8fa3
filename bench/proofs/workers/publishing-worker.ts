import './end-with-proof.ts';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { pino } from 'pino';
import { publishDueCopies } from '../../../server/src/slices/campaigns/revisions/scheduled-publishing.service.ts';
import { armFailpoints } from '../../../server/src/slices/failpoints/index.ts';
import { mailNotices } from '../../../server/src/slices/notices/index.ts';
import { createWorkerContext, followClock } from '../world/engine-context.ts';
import { createLedgerMailer } from '../world/ledger-mailer.ts';

/**
 * The product's work on times of publishing and on the mails about them, in a process of its own: it dies at a place (FAILPOINT), or around
 * the handover of a mail (MAIL_DIES). Its mails are lines of a file (MAIL_LEDGER).
 */
const { system } = createWorkerContext({
  mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1' }),
  mailer: createLedgerMailer(process.env.MAIL_LEDGER as string, process.env.MAIL_DIES),
  log: pino({ level: process.env.PROOF_LOG ?? 'fatal' }),
  pool_size: 4,
});
armFailpoints(process.env.FAILPOINT, false);
const signal = new AbortController().signal;
while (!signal.aborted) {
  await followClock(system);
  await publishDueCopies(system, signal);
  await mailNotices(system, signal);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
