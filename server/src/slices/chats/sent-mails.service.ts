import type { TransactionContext } from '../../kernel/context.ts';
import { listSentActions, type SentActionRow } from '../sent-actions/index.ts';
import { listSentMails } from '../sent-mails/index.ts';
import { linkSentMessages } from './outgoing/deliveries.store.ts';
import { chatForwardKind, chatMessageKind } from './send-message.service.ts';
import { insertSentMails, type SentMail } from './sent-mails.store.ts';

/** Browsers are notified of this many mails of a batch; a page with more conversations refetches. */
const MAX_NOTIFICATIONS = 50;

/** Messages of ours left: those of campaigns enter the conversations, answers learn what they are called where they went. */
export async function recordSentMails(tx: TransactionContext, event: { intent_ids: number[] }): Promise<void> {
  const mails = [
    ...(await listSentMails(tx, event.intent_ids)).map((mail) => ({ ...mail, provider_chat: null })),
    ...(await listSentActions(tx, event.intent_ids)).map(asMail),
  ];
  const isAnswer = ({ kind }: { kind: string }): boolean =>
    kind === chatMessageKind.name || kind === chatForwardKind.name;
  await linkSentMessages(
    tx,
    mails.filter(isAnswer).map(({ ref_id: id, intent_id, message_id, provider_chat }) => {
      return { id, intent_id, message_id, provider_chat };
    }),
  );
  const stored = await insertSentMails(
    tx,
    mails.filter((mail) => !isAnswer(mail)),
  );
  for (const { id, prospect_id } of stored.slice(0, MAX_NOTIFICATIONS)) {
    tx.live.publish('chat_message', { prospect_id, message_id: id, sent_by_prospect: false });
  }
}

/** LinkedIn messages are shown in the same conversation. */
function asMail(content: SentActionRow): SentMail & Pick<SentActionRow, 'kind' | 'ref_id'> {
  return { ...content, message_id: null, subject: content.subject ?? '', reference_chain: [] };
}
