import type { CallCard } from '@overture/contract/calls';
import { CALLS, type CallOutcome } from '@overture/domain/calls/call-outcomes';
import { fullName } from '@overture/domain/leads/full-name';
import { instantOfWall, localDay, nextLocalDay, startOfDay } from '@overture/domain/time/local-time';
import { loadNow } from '../../kernel/clock.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { campaignCalls } from '../campaigns/index.ts';
import { describeCallLoss, findCallStop, findOpening, makePhoneLink, zoneOfLead } from './calls.rules.ts';
import * as store from './calls.store.ts';
import { loadBackground } from './card.store.ts';
import { findOwnOutcome } from './own-outcomes.store.ts';

type Tx = TransactionContext;
interface Reservation {
  id: number;
  token: number;
}

const lost = (reason: string): ApiError => new ApiError('call_lost', { reason });
const changed = (tx: Tx): void => tx.live.publish('calls_changed', {});

interface Wanted {
  lead_id?: number | null | undefined;
  campaign_id?: number | null | undefined;
  owner_id?: number | null | undefined;
  timezone?: string | null | undefined;
}

/**
 * Reserves a call: the one that is asked for, else the person's own, else the next whose lead may be called now. Two people never get the
 * same one.
 */
export async function claimCall(
  ctx: SessionContext,
  { lead_id, campaign_id = null, owner_id = null, timezone }: Wanted,
): Promise<{ call: CallCard | null; opens_at: string | null }> {
  if (lead_id) return { call: await claimChosen(ctx, lead_id), opens_at: null };
  const mine = await ctx.read((tx) => store.findReserved(tx, ctx.user.id));
  if (mine !== undefined) return { call: await loadCall(ctx, mine), opens_at: null };
  const filter = { user_id: ctx.user.id, campaign_id, owner_id };
  const { id, opens_at } = await claimNext(ctx, filter, timezone ?? 'UTC');
  return { call: id === null ? null : await loadCall(ctx, id), opens_at: opens_at?.toISOString() ?? null };
}

/** @throws call_lost where another person has it, or the lead no longer waits */
async function claimChosen(ctx: SessionContext, leadId: number): Promise<CallCard> {
  const id = await ctx.transaction((tx) => reserve(tx, leadId, ctx.user.id));
  if (id === undefined) throw lost('This call is no longer in the queue, or another team member has it.');
  return loadCall(ctx, id);
}

async function reserve(tx: Tx, leadId: number, userId: number): Promise<number | undefined> {
  const id = await store.claimCall(tx, leadId, userId);
  if (id !== undefined) changed(tx);
  return id;
}

/** The order of a day: interested leads, what was due before it, leads who clicked, the rest. */
function toQueue(now: Date, timezone: string): store.QueuePart[] {
  const began = startOfDay(localDay(now, timezone), timezone);
  return [
    { among: 'interested', from: null, before: null },
    { among: 'all', from: null, before: began },
    { among: 'clicked', from: began, before: null },
    { among: 'all', from: began, before: null },
  ];
}

/** The first call of the queue whose lead may be called now; those outside their hours are passed over. */
async function claimNext(
  ctx: SessionContext,
  filter: store.CallFilter,
  timezone: string,
): Promise<{ id: number | null; opens_at: Date | null }> {
  const now = await ctx.read(loadNow);
  let opens_at: Date | null = null;
  for (const part of toQueue(now, timezone)) {
    let after: store.DueCall | null = null;
    for (let checked = 0; checked < CALLS.checked_at_most; checked += CALLS.checked_at_once) {
      const place = after;
      const due: store.DueCall[] = await ctx.read((tx) => store.listDue(tx, { ...filter, ...part, after: place }));
      for (const call of due) {
        const opening = findOpening(call, now);
        opens_at = earlierOf(opens_at, opening);
        const id = opening === null ? await ctx.transaction((tx) => reserve(tx, call.lead_id, ctx.user.id)) : undefined;
        if (id !== undefined) return { id, opens_at: null };
      }
      if (due.length < CALLS.checked_at_once) break;
      after = due.at(-1) ?? null;
    }
  }
  return { id: null, opens_at };
}

const earlierOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other;

async function loadCall(ctx: SessionContext, id: number): Promise<CallCard> {
  const row = orNotFound(await ctx.read((tx) => store.findCall(tx, id)));
  const background = await ctx.read((tx) => loadBackground(tx, row.prospect_id));
  const preview = await loadScript(ctx, row);
  return { ...presentCall(row), ...background, ...preview };
}

/** The text of the step for this lead, and what research found. A step that a revision deleted has none. */
async function loadScript(ctx: SessionContext, row: store.CallRow): Promise<Pick<CallCard, 'script' | 'results'>> {
  try {
    const shown = await campaignCalls.preview(ctx, row.campaign_id, row.node_id, { prospect_id: row.prospect_id });
    const script = shown.message === '' ? null : { text: shown.message, missing: shown.missing };
    return { script, results: shown.results };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return { script: null, results: [] };
    throw error;
  }
}

function presentCall(row: store.CallRow): Omit<CallCard, 'attempts' | 'messages' | 'notes' | 'script' | 'results'> {
  const { id, token, prospect_id, job_title, company_name, email, linkedin_profile_url } = row;
  const name = fullName(row) || email || 'Unknown lead';
  return {
    id,
    token,
    prospect: { id: prospect_id, name, job_title, company_name, email, linkedin_profile_url },
    campaign: { id: row.campaign_id, name: row.campaign_name },
    phone_number: row.phone_number,
    phone_link: makePhoneLink(row.phone_number),
    time_zone: zoneOfLead(row),
    opens_at: findOpening(row, row.now)?.toISOString() ?? null,
    reserved_until: (row.claimed_until ?? row.now).toISOString(),
    outcome: row.outcome,
  };
}

/** A card as it is now, and why the call is no longer needed. */
export async function getCall(
  ctx: SessionContext,
  id: number,
): Promise<{ call: CallCard | null; stopped: string | null }> {
  const row = orNotFound(await ctx.read((tx) => store.findCall(tx, id)));
  const isMine = row.settled_at === null && row.user_id === ctx.user.id;
  if (!isMine) return { call: null, stopped: describeCallLoss(row) };
  return { call: await loadCall(ctx, id), stopped: row.outcome === null ? findCallStop(row) : null };
}

/** Locks a card that the caller has reserved. It stays theirs after the ten minutes, until another person takes it. */
async function lockReserved(tx: Tx, userId: number, { id, token }: Reservation): Promise<store.CallRow> {
  const row = await store.findCall(tx, id, true);
  if (row === undefined) throw lost('The call went back to the queue.');
  if (row.settled_at !== null || row.token !== token || row.user_id !== userId) throw lost(describeCallLoss(row));
  return row;
}

interface GivenOutcome extends Reservation {
  outcome: CallOutcome;
  call_outcome_id?: number | null | undefined;
  note?: string | null | undefined;
  call_again_at?: string | null | undefined;
}

/**
 * Records an outcome. It is stored now and takes effect after ten seconds. The same request again changes nothing. It also counts when
 * the lead has moved on: the call was made.
 * @throws call_lost, bad_request
 */
export async function finishCall(ctx: SessionContext, given: GivenOutcome): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await lockReserved(tx, ctx.user.id, given);
    if (row.outcome === given.outcome && row.call_outcome_id === (given.call_outcome_id ?? null)) return;
    if (row.outcome !== null) throw lost('You have already recorded another outcome. Undo it first.');
    await store.saveOutcome(tx, row.id, await parseOutcome(tx, given, row.now));
    changed(tx);
  });
}

async function parseOutcome(tx: Tx, given: GivenOutcome, now: Date): Promise<store.RecordedOutcome> {
  const { outcome, call_outcome_id = null, note, call_again_at } = given;
  const own = call_outcome_id === null ? null : orNotFound(await findOwnOutcome(tx, call_outcome_id));
  if (own !== null && own.means !== outcome) throw refuse('This outcome means something else.');
  return {
    outcome,
    call_outcome_id,
    outcome_name: own?.name ?? null,
    note: note || null,
    call_again_at: outcome === 'later' ? parseTime(call_again_at ?? null, now) : null,
  };
}

const refuse = (reason: string): ApiError => new ApiError('bad_request', { reason });
const DAY_IN_MS = 86_400_000;

function parseTime(text: string | null, now: Date): Date {
  if (text === null) throw refuse('Choose when to call again.');
  const at = new Date(text);
  if (at <= now) throw refuse('Choose a time in the future.');
  if (at.getTime() - now.getTime() > CALLS.later_in_days * DAY_IN_MS) throw refuse('Choose a time within a year.');
  return at;
}

/** @throws call_lost once the outcome has taken effect */
export async function undoCall(ctx: SessionContext, reservation: Reservation): Promise<CallCard> {
  await ctx.transaction(async (tx) => {
    const row = await lockReserved(tx, ctx.user.id, reservation);
    if (row.takes_effect_at !== null && row.takes_effect_at <= row.now)
      throw lost('The outcome has taken effect. It can no longer be undone.');
    if (row.outcome !== null) await store.clearOutcome(tx, row.id);
    changed(tx);
  });
  return loadCall(ctx, reservation.id);
}

export async function releaseCall(ctx: SessionContext, reservation: Reservation): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await lockReserved(tx, ctx.user.id, reservation);
    // A page that closes right after a click must not drop the outcome.
    if (row.outcome !== null) return;
    await store.deleteReservation(tx, row.id);
    changed(tx);
  });
}

/** Puts a call off without a try. @throws call_lost, bad_request */
export async function postponeCall(ctx: SessionContext, given: Reservation & { until: string }): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await lockReserved(tx, ctx.user.id, given);
    if (row.outcome !== null) throw lost('You have already recorded an outcome. Undo it first.');
    const at = parseTime(given.until, row.now);
    await store.deleteReservation(tx, row.id);
    await campaignCalls.postpone(tx, [{ lead_id: row.lead_id, node_id: row.node_id, at }]);
    changed(tx);
  });
}

const SKIPPED_CALL = 'The call was overdue, and a team member left it out.';
const MORNING = '08:00';

/** Decides for all overdue calls. What a person has in hand is left to them. */
export async function settleOverdue(
  ctx: SessionContext,
  { choice, timezone }: { choice: 'today' | 'tomorrow' | 'skip'; timezone: string },
): Promise<{ amount: number; has_more: boolean }> {
  return ctx.transaction(async (tx) => {
    const now = await loadNow(tx);
    const before = startOfDay(localDay(now, timezone), timezone);
    const calls = await store.listOverdue(tx, before, CALLS.moved_at_once);
    const tomorrow = nextLocalDay(now, timezone);
    const at = instantOfWall(`${localDay(tomorrow, timezone)}T${MORNING}`, timezone) ?? tomorrow;
    if (choice === 'skip') await campaignCalls.finish(tx, calls, SKIPPED_CALL);
    else if (choice === 'tomorrow')
      await campaignCalls.postpone(
        tx,
        calls.map((call) => ({ ...call, at })),
      );
    else
      await store.makeDueNow(
        tx,
        calls.map(({ lead_id }) => lead_id),
      );
    changed(tx);
    return { amount: calls.length, has_more: calls.length === CALLS.moved_at_once };
  });
}
