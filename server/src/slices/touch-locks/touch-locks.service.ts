import type { LeadLock, TouchLock } from '@overture/contract/touch-locks';
import { type CampaignTouchRules, findLooserRule, type TouchLockRules } from '@overture/domain/campaign/touch-locks';
import type { DomainEventOf } from '../../events.ts';
import { loadPage, type PageRequest } from '../../kernel/api-keys/cursor.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { wakeCampaigns } from '../campaign-lanes/index.ts';
import * as holds from './holds.store.ts';
import * as rules from './rules.store.ts';

type Change = { [Name in keyof TouchLockRules]?: TouchLockRules[Name] | undefined };

export const getTouchLockRules = (ctx: Context) => ctx.read(rules.getRules);

/** Repeating a change does nothing. Turning the lock off, or the company rules, releases the leads that wait. */
export async function changeTouchLockRules(ctx: SessionContext, change: Change): Promise<rules.StoredRules> {
  return ctx.transaction(async (tx) => {
    const { is_recording: _, ...before } = await rules.lockRules(tx);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after: TouchLockRules = { ...before, ...given };
    if (JSON.stringify(after) === JSON.stringify(before)) return rules.getRules(tx);
    await rules.saveRules(tx, after);
    if ((before.is_on && !after.is_on) || (before.holds_companies && !after.holds_companies))
      await wakeCampaigns(tx, await rules.releaseWaiting(tx, null));
    await recordSecurityEvent(tx, {
      event: 'setting_changed',
      subject: { kind: 'setting', label: describeChange(before, after) },
    });
    return rules.getRules(tx);
  });
}

function describeChange(before: TouchLockRules, after: TouchLockRules): string {
  if (before.is_on !== after.is_on) return after.is_on ? 'The touch lock is on' : 'The touch lock is off';
  const changed = Object.entries(after).filter(([name, value]) => before[name as keyof TouchLockRules] !== value);
  return `Touch lock: ${changed.map(([name, value]) => `${name} ${value}`).join(', ')}`;
}

export const previewTouchLocks = (ctx: Context) =>
  ctx.read(async (tx) => rules.countPreview(tx, (await rules.getRules(tx)).finished_days));

/**
 * Rules that a campaign may have: stricter than the organization's, while its lock is on. Its leads that wait are tried again under them.
 * The caller writes them, and has locked the campaign.
 * @throws bad_request
 */
export async function allowCampaignRules(
  tx: TransactionContext,
  campaignId: number,
  own: CampaignTouchRules,
): Promise<void> {
  await rules.releaseWaitingLeads(tx, campaignId);
  if (Object.values(own).every((value) => value === undefined)) return;
  const all = await rules.getRules(tx);
  if (!all.is_on)
    throw new ApiError('bad_request', {
      reason: 'Turn on the touch lock of the organization first. A campaign can only be stricter.',
    });
  const looser = findLooserRule(own, all);
  if (looser)
    throw new ApiError('bad_request', {
      reason: `A campaign can't be looser than the touch lock of the organization: ${looser.rule} must be from ${looser.min} to ${looser.max}.`,
    });
}

const PAGE_SIZE = 25;

/** @throws cursor_invalid */
export async function listTouchLocks(ctx: SessionContext, request: PageRequest, state: 'held' | 'cooling' | null) {
  return ctx.read(async (tx) => {
    const { rows, next_cursor } = await loadPage(ctx, request, {
      list: 'touch-locks',
      page_size: PAGE_SIZE,
      read: (range) => holds.listLocks(tx, state, range),
      placeOf: ({ campaign_lead_id }) => [campaign_lead_id],
    });
    const counts = { total_locks: await holds.countLocks(tx, state), deleted_leads: await holds.countDeleted(tx) };
    return { locks: rows.map(present), ...counts, next_cursor };
  });
}

export async function listLeadLocks(ctx: Context, prospectIds: readonly number[]): Promise<LeadLock[]> {
  const rows = await ctx.read((tx) => holds.listLeadLocks(tx, prospectIds));
  return rows.map(({ until, ...row }) => ({ ...row, until: until?.toISOString() ?? null }));
}

const present = ({ campaign_lead_id: _, until, taken_at, ...row }: holds.LockRow): TouchLock => ({
  ...row,
  until: until?.toISOString() ?? null,
  taken_at: taken_at.toISOString(),
});

/**
 * Releases the organization's lock on a person: leads that wait for it are due now, and the first one takes it.
 * @throws conflict where there is none, or the person wants no contact
 */
export async function releaseTouchLock(ctx: SessionContext, prospectId: number, reason: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const lock = await holds.findLock(tx, prospectId);
    if (!lock || (await holds.releaseLocks(tx, prospectId)) === 0)
      throw new ApiError('conflict', { reason: 'No campaign holds this lead.' });
    await wakeCampaigns(tx, await rules.releaseWaiting(tx, prospectId));
    const { campaign_id } = lock;
    await recordSecurityEvent(tx, {
      event: 'touch_lock_released',
      subject: {
        kind: 'campaign',
        ...(campaign_id === null ? {} : { id: campaign_id }),
        label: `Lead ${prospectId}: ${reason}`,
      },
    });
  });
}

/**
 * Releases people whose lead was deleted, up to `MOST_LOCKS_COUNTED` of them. Returns how many. No list shows these people.
 * @throws conflict where there is none
 */
export async function releaseDeletedLeads(ctx: SessionContext, reason: string): Promise<number> {
  return ctx.transaction(async (tx) => {
    const released = await holds.releaseDeleted(tx);
    if (released === 0) throw new ApiError('conflict', { reason: 'No person rests whose lead was deleted.' });
    await wakeCampaigns(tx, await rules.releaseWaiting(tx, null));
    const label = `${released} people whose leads were deleted: ${reason}`;
    await recordSecurityEvent(tx, { event: 'touch_lock_released', subject: { kind: 'campaign', label } });
    return released;
  });
}

/** Interest keeps the owner; a no rests longer. Without either it is a reply like others. */
export async function followInterest(
  tx: TransactionContext,
  { prospect_id, interest }: DomainEventOf<'lead_interest_changed'>,
): Promise<void> {
  const { finished_days, not_interested_days } = await rules.getRules(tx);
  if (interest === 'INTERESTED')
    return holds.restPeople(tx, [prospect_id], { state: 'held', reason: 'interested', days: null });
  const reason = interest === null ? 'replied' : 'not_interested';
  const days = interest === null ? finished_days : not_interested_days;
  await holds.restPeople(tx, [prospect_id], { state: 'cooling', reason, days });
}

export const followUnsubscribe = (tx: TransactionContext, { prospect_id }: DomainEventOf<'lead_unsubscribed'>) =>
  holds.holdForGood(tx, [prospect_id], 'unsubscribed');

export const followErasure = (tx: TransactionContext, { prospect_ids }: DomainEventOf<'people_erased'>) =>
  holds.holdForGood(tx, prospect_ids, 'erased');
