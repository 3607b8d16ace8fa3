import { isEmailAccount } from '@overture/domain/accounts';
import { writeReferralDraft } from '@overture/domain/inbound/referral-draft';
import { fullName } from '@overture/domain/leads/full-name';
import { INBOX_LIMITS } from '@overture/domain/limits';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { findAccounts } from '../../accounts/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { findLastSenderId } from '../chats.store.ts';
import { detectLanguage } from '../drafts/draft-material.service.ts';
import { listSaid } from '../drafts/drafts.store.ts';
import { countUserDrafts, findUserDraft, saveUserDraft } from '../user-drafts/user-drafts.store.ts';
import { findFirstSubject } from './referrals.store.ts';

/** The language in which the referrer writes: the one named works with them. */
export async function detectReferrerLanguage(ctx: Pick<Context, 'read'>, prospectId: number): Promise<string | null> {
  const said = await ctx.read((tx) => listSaid(tx, prospectId));
  const language = await detectLanguage(said.filter(({ is_lead }) => is_lead).map(({ text }) => text));
  return language?.code ?? null;
}

/**
 * Begins the user's message to a person whom a reply named, from the sender that wrote to the referrer. What the user is writing to them
 * already stays.
 * @throws too_many_drafts
 */
export async function saveReferralDraft(
  tx: TransactionContext,
  given: { prospect_id: number; referred_id: number; user_id: number; language: string | null },
): Promise<void> {
  const { prospect_id, referred_id, user_id, language } = given;
  if ((await findUserDraft(tx, user_id, referred_id)) !== null) return;
  if ((await countUserDrafts(tx, user_id)) >= INBOX_LIMITS.drafts_of_user) throw new ApiError('too_many_drafts');
  const people = await findProspects(tx, [prospect_id, referred_id]);
  const referrer = orNotFound(people.find(({ id }) => id === prospect_id));
  const referred = orNotFound(people.find(({ id }) => id === referred_id));
  const { subject, message } = writeReferralDraft({
    language,
    referrer: fullName(referrer),
    referred,
    subject_line: await findFirstSubject(tx, prospect_id),
  });
  const account_id = await findSender(tx, prospect_id, referred.email !== null);
  const extras = { account_id, subject: referred.email === null ? null : subject };
  await saveUserDraft(tx, { user_id, prospect_id: referred_id, message, extras, version: 0 });
}

/** The sender that wrote to the referrer, where it reaches the person named: by email if their address is known. */
async function findSender(tx: TransactionContext, prospectId: number, hasEmail: boolean): Promise<number | null> {
  const id = await findLastSenderId(tx, prospectId);
  const [account] = id === null ? [] : await findAccounts(tx, [id]);
  return account && isEmailAccount(account.account_type) === hasEmail ? account.id : null;
}
