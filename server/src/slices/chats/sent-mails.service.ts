import type { TransactionContext } from '../../kernel/context.ts';
import { readSentDeeds, readSentMails, type SentDeedRow, type SentMailRow } from '../outbound/index.ts';
import { linkAnswers } from './answers.store.ts';
import { answerKind } from './send-message.service.ts';
import { insertSentMails, type SentMail } from './sent-mails.store.ts';

/** Browsers are told of so many mails of one batch; who looks at more conversations than that at once refetches. */
const TOLD_AT_MOST = 50;

/** Mails of ours left: campaign mails enter the conversations, answers learn under which Message-ID they left. */
export async function recordSentMails(tx: TransactionContext, event: { intent_ids: number[] }): Promise<void> {
  const mails = await readSentMails(tx, event.intent_ids);
  const isAnswer = (mail: SentMailRow): boolean => mail.kind === answerKind.name;
  await linkAnswers(
    tx,
    mails.filter(isAnswer).map((mail) => ({ id: mail.ref_id, intent_id: mail.intent_id, message_id: mail.message_id })),
  );
  const stored = await insertSentMails(tx, [
    ...mails.filter((mail) => !isAnswer(mail)),
    ...(await readSentDeeds(tx, event.intent_ids)).map(asMail),
  ]);
  for (const { id, prospect_id } of stored.slice(0, TOLD_AT_MOST)) {
    tx.live.publish('chat_message', { prospect_id, message_id: id, sent_by_prospect: false });
  }
}

/** What was said on LinkedIn stands in the same conversation. */
function asMail(deed: SentDeedRow): SentMail {
  return { ...deed, message_id: null, subject: deed.subject ?? '', reference_chain: [] };
}
