import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { defineWork, runInThread, WorkStoppedError } from '../../../kernel/thread-pool.ts';
import { READING_LIMITS } from '../../mailbox-leases/index.ts';
import { listTextsTo } from '../../sent-actions/index.ts';
import type { MailFacts } from './mail-reading.service.ts';
import type { OwnWordsAnswer, OwnWordsOrder } from './own-words.rules.ts';
import type { ReadMailbox, ReceivedMail } from './read-mail.service.ts';
import { listPossibleLeads } from './threads.service.ts';

const work = defineWork<OwnWordsOrder, OwnWordsAnswer | null>({
  module: new URL('./own-words.rules.ts', import.meta.url),
  timeout_in_ms: 2_000,
  // As for reading: one mail of each mailbox at a time.
  max_waiting: READING_LIMITS.mailboxes,
});

/**
 * The mail without the words of ours that it quotes: no rule and no model decides by what we wrote ourselves. Messages of ours are those to the
 * leads that it may come from.
 */
export async function withoutOwnWords(
  ctx: Context,
  mailbox: ReadMailbox,
  received: ReceivedMail,
): Promise<ReceivedMail> {
  const { report, content, letter } = received;
  const isByText = ['reply', 'auto_reply', 'unsubscribe_request'].includes(report.kind);
  if (!isByText || received.folder === 'SENT' || letter.text === null || content.is_unreadable) return received;
  const ours = await ctx.transaction((tx) => listOurTexts(tx, mailbox, received.mail));
  if (ours.length === 0) return received;
  const found = await runInThread(work, { letter, ours }, { owner: mailbox.lease.organization_id }).catch((error) => {
    if (!(error instanceof WorkStoppedError)) throw error;
    ctx.log.warn({ account_id: mailbox.lease.account_id, because: error.because }, 'reply not compared with our words');
    return null;
  });
  if (found === null) return received;
  const { kind, message, quoted_text } = found;
  // A mail that only quotes is shown whole: nothing would be left of it otherwise.
  const shown = message === '' ? {} : { message, quoted_text: quoted_text || null };
  return { ...received, report: { ...report, kind }, content: { ...content, ...shown } };
}

async function listOurTexts(tx: TransactionContext, mailbox: ReadMailbox, mail: MailFacts): Promise<string[]> {
  const prospect_ids = await listPossibleLeads(tx, mailbox.lease, mail);
  return listTextsTo(tx, { organization_id: tx.organization.id, prospect_ids });
}
