import type { Referral } from '@overture/domain/inbound/find-referral';
import { fullName } from '@overture/domain/leads/full-name';
import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { addPeople } from '../../campaigns/index.ts';
import { loadExclusions } from '../../excluded-domains/index.ts';
import { mergePerson } from '../../lead-merging/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { listPerson } from '../../searches/index.ts';
import { isSuppressed } from '../../suppression-rules/index.ts';
import { isSameCompany } from '../addresses.rules.ts';
import { findNewestList } from '../unmatched/unmatched.store.ts';
import { detectReferrerLanguage, saveReferralDraft } from './referral-draft.service.ts';
import { isSuppressedLead, lockReferral, setReferred } from './referrals.store.ts';

type Ctx = Pick<Context, 'transaction'>;

const REFERRAL = { source: { kind: 'referral' } } as const;

interface Named {
  prospect_id: number;
  message_id: number;
  first_name: string;
  last_name: string;
}

export interface AddedReferral {
  success: true;
  prospect_id: number;
  is_added: boolean;
}

/**
 * Puts the person whom a message names into a list, once.
 * @throws referral_gone, referral_refused, not_found for a list that is not there
 */
export async function addToList(ctx: Ctx, given: Named & { search_id: number }): Promise<AddedReferral> {
  return ctx.transaction(async (tx) => {
    const known = await findReferred(tx, given);
    if ('prospect_id' in known) return { success: true as const, ...known };
    const prospect_id = await mergePerson(tx, REFERRAL, await describePerson(tx, given, known.referral));
    const is_added = orNotFound(await listPerson(tx, given.search_id)).added > 0;
    await link(tx, given, prospect_id);
    return { success: true as const, prospect_id, is_added };
  });
}

/**
 * Puts the person whom a message names into a campaign, once, by the rules of everybody else who is added to it.
 * @throws referral_gone, referral_refused, not_found, bad_request for an archived campaign
 */
export async function addToCampaign(ctx: Ctx, given: Named & { campaign_id: number }): Promise<AddedReferral> {
  return ctx.transaction(async (tx) => {
    const known = await findReferred(tx, given);
    if ('prospect_id' in known) return { success: true as const, ...known };
    const prospect_id = await mergePerson(tx, REFERRAL, await describePerson(tx, given, known.referral));
    const counts = await addPeople(tx, given.campaign_id, [prospect_id]);
    const name = fullName(given);
    if (counts.duplicate_count > 0) throw refused(`${name} is in a campaign already.`);
    if (counts.excluded_domains_count > 0) throw refused(`${name} works at a company you have excluded.`);
    if (counts.contacted_count > 0) throw refused(`${name} was contacted before, in another tool or by email.`);
    if (counts.added === 0) throw refused(`${name} must not be written to.`);
    await link(tx, given, prospect_id);
    return { success: true as const, prospect_id, is_added: true };
  });
}

/**
 * Makes the person whom a message names a lead, once, in the newest list of the lead who named them, and begins the user's message to
 * them: a draft in a thread of its own that mentions the referrer. Nothing is sent.
 * @throws referral_gone, referral_refused, not_found, too_many_drafts
 */
export async function writeToReferred(ctx: SessionContext, given: Named): Promise<AddedReferral> {
  const language = await detectReferrerLanguage(ctx, given.prospect_id);
  return ctx.transaction(async (tx) => {
    const known = await findReferred(tx, given);
    if ('prospect_id' in known) {
      await requireMayWrite(tx, given, known.prospect_id);
      await saveReferralDraft(tx, { ...given, referred_id: known.prospect_id, user_id: ctx.user.id, language });
      return { success: true as const, ...known };
    }
    const referred_id = await mergePerson(tx, REFERRAL, await describePerson(tx, given, known.referral));
    await requireMayWrite(tx, given, referred_id);
    const list = await findNewestList(tx, given.prospect_id);
    if (list !== null) await listPerson(tx, list);
    await link(tx, given, referred_id);
    await saveReferralDraft(tx, { ...given, referred_id, user_id: ctx.user.id, language });
    return { success: true as const, prospect_id: referred_id, is_added: true };
  });
}

/**
 * The person may have been suppressed or excluded since they became a lead, or be known by another address.
 * @throws referral_refused
 */
async function requireMayWrite(tx: TransactionContext, given: Named, leadId: number): Promise<void> {
  const name = fullName(given);
  if (await isSuppressedLead(tx, leadId)) throw refused(`${name} must not be written to.`);
  const email = (await findProspects(tx, [leadId]))[0]?.email ?? null;
  const isExcluded = await loadExclusions(tx);
  if (email !== null && isExcluded(email)) throw refused(`${name} works at a company you have excluded.`);
}

const refused = (reason: string): ApiError => new ApiError('referral_refused', { reason });

/** Whom the message names, or who was added for it before and is still there. */
async function findReferred(
  tx: TransactionContext,
  given: Named,
): Promise<{ referral: Referral } | { prospect_id: number; is_added: false }> {
  const row = orNotFound(await lockReferral(tx, given));
  if (row.referral_prospect_id !== null) return { prospect_id: row.referral_prospect_id, is_added: false };
  const { referral } = row;
  if (referral === null || (referral.email === null && referral.linkedin_url === null))
    throw new ApiError('referral_gone');
  const name = fullName(given);
  if (referral.email !== null) {
    if (await isSuppressed(tx, tx.organization.id, referral.email)) throw refused(`${name} must not be written to.`);
    const isExcluded = await loadExclusions(tx);
    if (isExcluded(referral.email)) throw refused(`${name} works at a company you have excluded.`);
  }
  return { referral };
}

/** Creates a lead for the named person: of the company of the person who named them, unless the address says otherwise. */
async function describePerson(tx: TransactionContext, given: Named, { email, linkedin_url }: Referral) {
  const lead = orNotFound((await findProspects(tx, [given.prospect_id]))[0]);
  const isColleague = email === null || lead.email === null || isSameCompany(email, lead.email);
  const { first_name, last_name } = given;
  const company = isColleague
    ? {
        company_name: lead.company.name,
        company_website_url: lead.company.website_url,
        company_linkedin_url: lead.company.linkedin_url,
      }
    : {};
  const linkedin_key = linkedin_url === null ? null : linkedinKey(linkedin_url);
  return { first_name, last_name, email, linkedin_profile_url: linkedin_url, linkedin_key, ...company };
}

async function link(tx: TransactionContext, given: Named, prospectId: number): Promise<void> {
  await setReferred(tx, given.message_id, prospectId);
  tx.live.publish('chat_updated', { prospect_id: given.prospect_id });
}
