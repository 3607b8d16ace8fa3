import { classifyReply, type FoundClass } from '@overture/domain/inbound/classify-reply';
import { findReferral } from '@overture/domain/inbound/find-referral';
import { findPointer } from '@overture/domain/inbound/points-elsewhere';
import { interestOf, isSureClass, nextClass } from '@overture/domain/inbound/reply-classes';
import { isAbsenceAlone } from '@overture/domain/mail/absence-note';
import { loadNow } from '../../../kernel/clock.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { findProspects } from '../../prospects/index.ts';
import type { IncomingClass } from './classes.store.ts';
import * as store from './classes.store.ts';
import { parseNamedDay } from './return-date.rules.ts';

interface Incoming {
  prospect_id: number;
  kind: 'reply' | 'auto_reply' | 'unsubscribe_request';
  subject: string | null;
  /** What was newly written. */
  text: string;
  /** Our addresses and the writer's. */
  own: readonly (string | null)[];
  /** The receiving server found that it is not from whom it says: nothing may follow from it. */
  is_forged: boolean;
}

/** From a sender who may be forged: shown as a guess. */
const FORGED = 0.5;

/** The class of a message that comes in, by rules; null where no words decide. */
export async function classifyMessage(tx: TransactionContext, given: Incoming): Promise<IncomingClass | null> {
  const found = classifyReply(given);
  // "Please write to Petra, petra@..." says by its words alone only that it says nothing else.
  const pointed = isOpen(given, found) ? await classifyWithReferral(tx, given) : null;
  if (pointed !== null) return { ...pointed, confidence: capped(given, pointed.confidence), returns_on: null };
  if (found === null) return null;
  const returns_on = await parseNamedDay(found.class, given.text, await loadNow(tx));
  const confidence = capped(given, found.confidence);
  return { ...(await withReferral(tx, given, { ...found, confidence })), returns_on };
}

const capped = ({ is_forged }: Incoming, confidence: number): number =>
  is_forged ? Math.min(confidence, FORGED) : confidence;

/** A person's message that the words leave open: nothing, or no more than a question. */
const isOpen = ({ kind }: Incoming, found: FoundClass | null): boolean =>
  kind === 'reply' && (found === null || (found.class === 'neutral' && !isSureClass(found.confidence)));

async function classifyWithReferral(
  tx: TransactionContext,
  given: Incoming,
): Promise<Omit<IncomingClass, 'returns_on'> | null> {
  const found = findPointer(given.text);
  if (found === null) return null;
  const read = await withReferral(tx, given, found);
  return read.class === 'referral' ? read : null;
}

/** The person a message names as the right contact. An address makes a wrong person a referral; a name alone may be anyone's. */
export async function withReferral(
  tx: TransactionContext,
  given: Pick<Incoming, 'prospect_id' | 'text' | 'own'>,
  found: FoundClass,
): Promise<Omit<IncomingClass, 'returns_on'>> {
  if (found.class !== 'wrong_person' && found.class !== 'left_company') return { ...found, referral: null };
  const [lead] = await findProspects(tx, [given.prospect_id]);
  const names = [lead?.first_name, lead?.last_name].filter((name): name is string => Boolean(name));
  const referral = findReferral(given.text, [...given.own, lead?.email ?? null], names);
  const isReachable = referral !== null && (referral.email !== null || referral.linkedin_url !== null);
  return {
    ...found,
    referral: isReachable ? referral : null,
    class: isReachable && found.class === 'wrong_person' ? 'referral' : found.class,
  };
}

/** A bounced mail, or one reported as spam: classified by its kind, not by its words. */
export function classOfReport(kind: 'BOUNCE' | 'COMPLAINT', isForged: boolean): IncomingClass {
  const confidence = isForged ? FORGED : 0.95;
  return {
    class: kind === 'BOUNCE' ? 'bounce' : 'unsubscribe',
    confidence,
    words: '',
    referral: null,
    returns_on: null,
  };
}

/** Until a lead whose absence has no end is written to again. */
const WITHOUT_DATE_IN_DAYS = 14;
const DAY_IN_MS = 86_400_000;

/** The last day of an absence that is sure enough to wait for; null for none. */
export function findAbsence(found: IncomingClass | null, at: Date): string | null {
  if (found?.class !== 'out_of_office' || !isSureClass(found.confidence)) return null;
  return found.returns_on ?? new Date(at.getTime() + WITHOUT_DATE_IN_DAYS * DAY_IN_MS).toISOString().slice(0, 10);
}

/**
 * The last day of an absence that a person wrote by hand with no other content; null for any other text, which is a reply.
 * Without a day it is a reply too: there is no date to continue on.
 */
export function handWrittenAbsence(found: IncomingClass | null, text: string): string | null {
  const isSure = found?.class === 'out_of_office' && isSureClass(found.confidence);
  return isSure && isAbsenceAlone(text) ? found.returns_on : null;
}

/** True if the message asks explicitly not to be contacted again. */
export const wantsOut = (found: IncomingClass | null): boolean =>
  found?.class === 'unsubscribe' && isSureClass(found.confidence);

/** True where an answer says for sure that the person is no longer there. */
export const saysLeft = (found: Pick<IncomingClass, 'class' | 'confidence'> | null): boolean =>
  found?.class === 'left_company' && isSureClass(found.confidence);

/**
 * Keeps the class of a message that was just stored, in its transaction, and what the conversation says with it. A person's own word on the
 * conversation stays.
 */
export async function storeClass(
  tx: TransactionContext,
  message: { id: number; prospect_id: number },
  found: IncomingClass | null,
  by: 'rule' | 'model' = 'rule',
): Promise<void> {
  if (found === null) return;
  const before = await store.findChatClass(tx, message.prospect_id);
  const guess = by === 'model' ? await store.findClass(tx, message.id) : null;
  await store.insertClass(tx, message, found, by);
  if (before.is_by_person) return;
  const { class: name, confidence } = found;
  const said = { class: name, confidence, is_sure: isSureClass(confidence), is_by_model: by === 'model' };
  // A guess at this very message is no opinion of its own.
  const isOwnGuess = guess !== null && !before.current?.is_sure && before.current?.class === guess;
  const after = nextClass(isOwnGuess ? null : before.current, said);
  await store.setChatClass(tx, message.prospect_id, after, after.is_sure ? interestOf(after.class) : null);
}
