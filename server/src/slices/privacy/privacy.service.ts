import type { LeadPrivacy, PrivacyRequest, PrivacySettings, UnnotifiedLead } from '@overture/contract/privacy';
import { PAGE_SIZES } from '@overture/domain/limits';
import { type LegalBasis, PRIVACY_LIMITS } from '@overture/domain/privacy/privacy-notice';
import { cleanText } from '@overture/domain/text/text';
import type { Context, ReadContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findLinkHost } from '../brand-hosts/index.ts';
import { listSources } from '../lead-sources/index.ts';
import { findProspects } from '../prospects/index.ts';
import { findSearch, movedLists } from '../searches/index.ts';
import * as store from './privacy.store.ts';
import { makePrivacyUrl } from './privacy-link.service.ts';
import * as requests from './privacy-requests.store.ts';

async function loadSettings(tx: Pick<ReadContext, 'db' | 'organization'>): Promise<PrivacySettings> {
  const { basis, note } = (await store.findBasis(tx, null)) ?? store.ownBasis;
  return { ...(await store.getProfile(tx)), legal_basis: basis, weighing: note };
}

export const getPrivacySettings = (ctx: Context): Promise<PrivacySettings> => ctx.read(loadSettings);

type Change = { [Name in keyof PrivacySettings]?: PrivacySettings[Name] | undefined };

export async function changePrivacySettings(ctx: SessionContext, change: Change): Promise<PrivacySettings> {
  return ctx.transaction(async (tx) => {
    const before = await loadSettings(tx);
    const given = Object.fromEntries(
      Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [[name, cleanText(value)]])),
    );
    const { legal_basis, weighing, ...profile }: PrivacySettings = { ...before, ...given };
    await store.saveProfile(tx, profile);
    if (legal_basis !== before.legal_basis || weighing !== before.weighing)
      await store.saveBasis(tx, null, { basis: legal_basis, note: weighing, given_on: null });
    await recordSecurityEvent(tx, {
      event: 'setting_changed',
      subject: { kind: 'setting', label: `Privacy: ${Object.keys(given).join(', ')}` },
    });
    return loadSettings(tx);
  });
}

/** @throws not_found */
export async function getLeadPrivacy(ctx: Context, id: number): Promise<LeadPrivacy> {
  return ctx.read(async (tx) => {
    orNotFound((await findProspects(tx, [id]))[0]);
    const sources = await listSources(tx, id);
    const notified_at = await store.findNoticeDate(tx, id);
    return {
      sources: sources.map(({ obtained_at, ...source }) => ({ ...source, obtained_at: obtained_at.toISOString() })),
      basis: await store.getLeadBasis(tx, id),
      notified_at: notified_at?.toISOString() ?? null,
      notice_url: makePrivacyUrl(ctx, id, await findLinkHost(tx, ctx.organization.id)),
    };
  });
}

interface GivenBasis {
  basis: LegalBasis | null;
  note?: string | undefined;
  given_on?: string | null | undefined;
}

/** @throws validation_failed for a consent without what proves it or without its date */
function parseBasis({ basis, note = '', given_on = null }: GivenBasis) {
  const words = cleanText(note);
  if (basis === 'consent' && words === '')
    throw new ApiError('validation_failed', {}, { note: 'Say how the consent was given and where it is kept.' });
  if (basis === 'consent' && given_on === null)
    throw new ApiError('validation_failed', {}, { given_on: 'Enter the day on which the consent was given.' });
  return { basis, note: words, given_on: basis === 'consent' ? given_on : null };
}

/** @throws not_found, validation_failed */
export async function setLeadBasis(ctx: SessionContext, id: number, given: GivenBasis): Promise<void> {
  const basis = parseBasis(given);
  await ctx.transaction(async (tx) => {
    orNotFound((await findProspects(tx, [id]))[0]);
    await store.saveBasis(tx, { prospect_id: id }, basis);
  });
}

/** @throws not_found */
export async function getListBasis(ctx: Context, id: number) {
  return ctx.read(async (tx) => {
    orNotFound(await findSearch(tx, id));
    return { basis: (await store.findBasis(tx, { search_id: id })) ?? null };
  });
}

/** @throws not_found, validation_failed */
export async function setListBasis(ctx: SessionContext, id: number, given: GivenBasis): Promise<void> {
  const basis = parseBasis(given);
  await ctx.transaction(async (tx) => {
    orNotFound(await findSearch(tx, id));
    await store.saveBasis(tx, { search_id: id }, basis);
  });
}

export async function listPrivacyRequests(ctx: Context, page: number, isClosed: boolean) {
  const limit = PAGE_SIZES.leads;
  return ctx.read(async (tx) => ({
    requests: (await requests.listRequests(tx, { is_closed: isClosed, limit, offset: (page - 1) * limit })).map(
      present,
    ),
    total_requests: await requests.countRequests(tx, isClosed),
  }));
}

const present = (row: requests.RequestRow): PrivacyRequest => ({
  ...row,
  created_at: row.created_at.toISOString(),
  due_at: row.due_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
});

/** @throws not_found, conflict for one that is closed */
export async function closePrivacyRequest(
  ctx: SessionContext,
  id: number,
  { state, note = '' }: { state: 'done' | 'declined'; note?: string | undefined },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    if (await requests.closeRequest(tx, id, { state, note: cleanText(note) })) return;
    orNotFound((await requests.hasRequest(tx, id)) || undefined);
    throw new ApiError('conflict', { reason: 'This request is closed already.' });
  });
}

export async function listUnnotifiedLeads(ctx: Context, page: number) {
  const limit = PAGE_SIZES.leads;
  return ctx.read(async (tx) => ({
    leads: (await store.listUnnotified(tx, { limit, offset: (page - 1) * limit })).map(
      (row): UnnotifiedLead => ({ ...row, held_since: row.held_since.toISOString() }),
    ),
    total_leads: await store.countUnnotified(tx),
  }));
}

/** A list of them, to contact or to delete them. */
export async function createUnnotifiedList(ctx: Context): Promise<{ search_id: number; added: number }> {
  return ctx.transaction(async (tx) => {
    const leads = await store.listUnnotified(tx, { limit: PRIVACY_LIMITS.counted, offset: 0 });
    if (leads.length === 0) throw new ApiError('conflict', { reason: 'Every lead is informed.' });
    const search_id = await movedLists.create(tx, `Leads without notice, ${tx.clock.now().toISOString().slice(0, 10)}`);
    const ids = leads.map(({ id }) => id);
    return { search_id, added: await movedLists.addPeople(tx, search_id, ids) };
  });
}

export const markNotified = (ctx: Context, ids: readonly number[]): Promise<number> =>
  ctx.transaction((tx) => store.markNotified(tx, ids));
