import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { isCircular, PAST_MAIL_LIMITS } from '@overture/domain/inbound/past-mails';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { isAutoReply } from '@overture/domain/mail/auto-reply';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { loadNow } from '../../../kernel/clock.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { isErasedPerson } from '../../erased-people/index.ts';
import { lockRunningLeads, type RunningLead } from '../../lead-holds/index.ts';
import { restAfterMail } from '../../touch-locks/index.ts';
import { plainAddress } from '../addresses.rules.ts';
import { findPeopleByAddress } from '../chats.store.ts';
import { isHoldOver, restateHold } from '../outgoing/campaign-choice.service.ts';
import { insertPastMail } from '../past-mails/past-mails.store.ts';
import type { ReadMailbox, ReceivedMail } from './read-mail.service.ts';
import { isOwnPerson } from './threads.service.ts';

/**
 * Stores a mail that belongs to no conversation, where a lead wrote it or got it: correspondence from before a campaign. It marks nothing
 * unread and starts nothing; one of ours pauses campaigns that run for the lead. Mails of machines and lists, forged ones and those of colleagues
 * are left out, and so is everybody who is no lead.
 * @param given `besides`: the lead whose conversation has it
 */
export async function storePastMail(
  tx: TransactionContext,
  mailbox: ReadMailbox,
  received: ReceivedMail,
  { at, besides }: { at: Date; besides?: number },
): Promise<void> {
  if (!isPersonal(received)) return;
  const is_received = received.folder === 'INBOX';
  const is_proven = received.authentication === 'passed';
  const outsiders = await listOutsiders(tx, mailbox, received);
  const found = await findPeopleByAddress(tx, outsiders);
  const people = found.filter((id) => id !== besides).slice(0, PAST_MAIL_LIMITS.leads);
  if (people.length === 0) return;
  const running = is_received ? [] : await lockRunning(tx, people, at);
  const { content, digest } = received;
  const stored = await insertPastMail(tx, people, {
    account_id: mailbox.lease.account_id,
    is_received,
    is_proven,
    subject_line: toSingleLine(cutText(content.subject ?? '', CHARACTER_LIMITS.subject)),
    message: cutText(content.message, PAST_MAIL_LIMITS.characters),
    sent_at: at,
    digest,
  });
  if (stored.length === 0) return;
  for (const [prospect_id, leads] of running) await restateHold(tx, prospect_id, leads);
  // Anyone can write in the name of a lead.
  if (!is_received || is_proven) await restAfterMail(tx, stored, at);
  for (const prospect_id of stored) tx.live.publish('chat_updated', { prospect_id });
}

/** Leads in running campaigns that a mail of ours pauses, locked before anything is written; none after an older one. */
async function lockRunning(
  tx: TransactionContext,
  people: readonly number[],
  at: Date,
): Promise<[number, RunningLead[]][]> {
  if (isHoldOver(at, await loadNow(tx))) return [];
  const running: [number, RunningLead[]][] = [];
  for (const id of [...people].sort((a, b) => a - b)) running.push([id, await lockRunningLeads(tx, id)]);
  return running;
}

/** A person wrote it, to a few others. */
export function isPersonal({ folder, report, letter, authentication, content, mail }: ReceivedMail): boolean {
  if (content.is_unreadable || isCircular(letter.headers)) return false;
  if (mail.to.length + mail.cc.length > PAST_MAIL_LIMITS.recipients) return false;
  if (folder === 'SENT') return (report.kind === 'own_copy' || report.kind === 'reply') && !isAutoReply(letter);
  return (report.kind === 'reply' || report.kind === 'unsubscribe_request') && authentication !== 'failed';
}

/** Addresses on the other side, without erased people and without ours. */
async function listOutsiders(tx: TransactionContext, mailbox: ReadMailbox, received: ReceivedMail): Promise<string[]> {
  const { mail, folder } = received;
  const given = folder === 'INBOX' ? [mail.from] : [...mail.to, ...mail.cc];
  const addresses: string[] = [];
  for (const one of given) {
    const email = one?.address ?? null;
    if (email === null || (await isOwnPerson(tx, mailbox, email)) || (await isErasedPerson(tx, { email }))) continue;
    addresses.push(...[normalizeEmail(email), plainAddress(email)].filter((address) => address !== null));
  }
  return [...new Set(addresses)];
}
