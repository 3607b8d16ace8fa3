import type { AdminOrganization, AdminOrganizationRow } from '@overture/contract/admin';
import { FEATURE_FLAGS, type FeatureFlags, normalizeFlags, toggleFlag } from '@overture/domain/access/feature-flags';
import type { SecurityEventName } from '@overture/domain/security/events';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import { deductCredits, getBalance, grantCredits } from '../billing/index.ts';
import { markResumed, markSuspended, updateAgency, updateDisabledFeatures } from '../organization-admin/index.ts';
import { type PlanChange, updatePlan } from '../plans/index.ts';
import { endSessionsOfOrganization } from '../sessions/index.ts';
import * as store from './organizations.store.ts';

const NEWEST_FIRST = { state: null, sort_field: 'created_at', sort_direction: 'desc' } as const;

/** The author: an ADMIN, or null for a command on the machine. */
export interface Operator {
  user_id: number | null;
  organization_id: number | null;
}

export const AT_THE_MACHINE: Operator = { user_id: null, organization_id: null };

export async function listOrganizations(
  ctx: SystemContext,
  query: Pick<store.OrganizationQuery, 'search' | 'page'> & Partial<store.OrganizationQuery>,
): Promise<{ organizations: AdminOrganizationRow[]; total_organizations: number }> {
  const given = { ...NEWEST_FIRST, ...query, search: query.search.trim() };
  return ctx.systemTransaction(async (tx) => ({
    organizations: (await store.listOrganizations(tx, given)).map(presentRow),
    total_organizations: await store.countOrganizations(tx, given),
  }));
}

/** @throws not_found */
export async function getOrganization(ctx: SystemContext, id: number): Promise<AdminOrganization> {
  return ctx.systemTransaction((tx) => loadOrganization(tx, id));
}

/** @throws not_found; conflict where the payment provider sets the plan; bad_request for a trial without an end */
export async function setPlan(
  ctx: SystemContext,
  operator: Operator,
  id: number,
  change: PlanChange,
): Promise<AdminOrganization> {
  return changeOrganization(ctx, operator, id, 'plan_set', async (tx, before) => {
    const isOfProvider = change.plan !== undefined || change.extra_linkedin_accounts !== undefined;
    if (before.is_paid_for && (isOfProvider || change.extra_email_accounts !== undefined)) {
      throw new ApiError('conflict', { reason: 'This plan is paid for at the payment provider. Change it there.' });
    }
    if (change.plan === 'trial' && !change.trial_ends_at) {
      throw new ApiError('bad_request', { reason: 'Please choose when the trial ends.' });
    }
    await updatePlan(tx, id, change);
    return change.plan;
  });
}

/** @throws not_found; bad_request for 0; conflict when fewer are left than are taken */
export async function grantOrganizationCredits(
  ctx: SystemContext,
  operator: Operator,
  id: number,
  { amount, note }: { amount: number; note: string },
): Promise<AdminOrganization> {
  if (amount === 0) throw new ApiError('bad_request', { reason: 'Please enter how many credits.' });
  await getOrganization(ctx, id);
  await ctx.forOrganization(id).transaction(async (tx) => {
    const given = { amount: Math.abs(amount), purpose: note, key: `operator:${crypto.randomUUID()}` };
    if (amount > 0) await grantCredits(tx, given);
    else {
      if ((await getBalance(tx)) < given.amount) {
        throw new ApiError('conflict', { reason: 'This organization has fewer credits than that.' });
      }
      await deductCredits(tx, given);
    }
    await recordSecurityEvent(tx, { ...describe(operator, id, 'credits_set'), reason: String(amount) });
  });
  return getOrganization(ctx, id);
}

/** A parent that goes off takes its children with it; children of one that stays off stay off. @throws not_found */
export async function setFeatures(
  ctx: SystemContext,
  operator: Operator,
  id: number,
  given: Partial<FeatureFlags>,
): Promise<AdminOrganization> {
  return changeOrganization(ctx, operator, id, 'features_set', async (tx, before) => {
    const wanted = FEATURE_FLAGS.filter((flag) => given[flag] !== undefined);
    const after = wanted.reduce((flags, flag) => toggleFlag(flags, flag, given[flag] === true), before.features);
    await updateDisabledFeatures(
      tx,
      id,
      FEATURE_FLAGS.filter((flag) => !after[flag]),
    );
    return wanted.map((flag) => `${flag}: ${after[flag] ? 'on' : 'off'}`).join(', ');
  });
}

/** An agency looks after clients under its own brand. @throws not_found; conflict for a client, and while there are clients */
export async function setAgency(
  ctx: SystemContext,
  operator: Operator,
  id: number,
  isAgency: boolean,
): Promise<AdminOrganization> {
  return changeOrganization(ctx, operator, id, 'agency_set', async (tx, before) => {
    if (isAgency && before.agency_id !== null)
      throw new ApiError('conflict', { reason: 'This organization is the client of an agency.' });
    if (!isAgency && (await store.countClients(tx, id)) > 0)
      throw new ApiError('conflict', { reason: 'This agency has clients.' });
    await updateAgency(tx, id, isAgency);
    return isAgency ? 'opened' : 'closed';
  });
}

/** @throws not_found; conflict for the operator's own organization, which could not be reopened */
export async function suspend(
  ctx: SystemContext,
  operator: Operator,
  id: number,
  reason: string | null,
): Promise<AdminOrganization> {
  if (operator.organization_id === id) {
    throw new ApiError('conflict', { reason: "You can't suspend your own organization." });
  }
  return changeOrganization(ctx, operator, id, 'organization_suspended', async (tx) => {
    await markSuspended(tx, id, reason);
    await endSessionsOfOrganization(tx, id);
    return undefined;
  });
}

/** @throws not_found */
export async function resume(ctx: SystemContext, operator: Operator, id: number): Promise<AdminOrganization> {
  return changeOrganization(ctx, operator, id, 'organization_resumed', async (tx) => {
    await markResumed(tx, id);
    return undefined;
  });
}

/** @param change answers a word about it for the security log */
async function changeOrganization(
  ctx: SystemContext,
  operator: Operator,
  id: number,
  event: SecurityEventName,
  change: (tx: SystemTransactionContext, before: AdminOrganization) => Promise<string | undefined>,
): Promise<AdminOrganization> {
  return ctx.systemTransaction(async (tx) => {
    const reason = await change(tx, await loadOrganization(tx, id));
    await recordSecurityEvent(tx, { ...describe(operator, id, event), ...(reason ? { reason } : {}) });
    return loadOrganization(tx, id);
  });
}

function describe({ user_id }: Operator, organization_id: number, event: SecurityEventName) {
  return { event, organization_id, user_id: null, actor_id: user_id };
}

async function loadOrganization(tx: SystemTransactionContext, id: number): Promise<AdminOrganization> {
  const { disabled_features, trial_ends_at, ...row } = orNotFound(await store.findOrganizationDetail(tx, id));
  const users = await store.listUsers(tx, id);
  return {
    ...row,
    ...presentRow(row),
    trial_ends_at: trial_ends_at.toISOString(),
    features: normalizeFlags(Object.fromEntries(disabled_features.map((flag) => [flag, false]))),
    users: users.map((user) => ({
      ...user,
      created_at: user.created_at.toISOString(),
      last_seen_at: user.last_seen_at?.toISOString() ?? null,
    })),
  };
}

function presentRow(row: store.ListedOrganization): AdminOrganizationRow {
  return {
    ...row,
    suspended_at: row.suspended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_active_at: row.last_active_at?.toISOString() ?? null,
  };
}

const GIVEN_AT_ONCE = 100;

/** Gives each organization with a plan set by hand its credits of the month (by UTC), once. */
export async function grantMonthlyCredits(ctx: SystemContext): Promise<void> {
  const key = `monthly:${ctx.clock.now().toISOString().slice(0, 7)}`;
  const due = await ctx.systemTransaction((tx) => store.listWithoutMonthlyCredits(tx, key, GIVEN_AT_ONCE));
  await runUnits(ctx, {
    loop: store.CREDITS_LOOP,
    units: due.map(({ id, monthly_credits }) => ({ organization_id: id, key: 'month', monthly_credits })),
    share: 1,
    at_once: 4,
    time_box_in_ms: 30_000,
    run: async ({ organization_id, monthly_credits }) => {
      await ctx
        .forOrganization(organization_id)
        .transaction((tx) => grantCredits(tx, { amount: monthly_credits, purpose: 'Monthly credits', key }));
    },
  });
}
