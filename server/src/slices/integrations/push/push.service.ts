import type { CrmPush } from '@overture/contract/integrations';
import { CRM_LIMITS, type CrmType } from '@overture/domain/crm';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { campaignLeads } from '../../campaigns/index.ts';
import { getProspect } from '../../chats/index.ts';
import { selectProspects, type TableRequest } from '../../searches/index.ts';
import { requireConnected, requireIntegrations } from '../integrations.service.ts';
import { listRecords } from './links.store.ts';
import * as store from './pushes.store.ts';
import { crmWorkTask, pushAtOnce } from './run-push.job.ts';

/** As long as a browser waits for an answer. */
const ANSWERED_WITHIN_IN_MS = 15_000;

export interface PushRequest extends TableRequest {
  prospect_ids?: readonly number[] | null | undefined;
  amount?: number | null | undefined;
  campaign_id?: number | null | undefined;
  search_id?: number | null | undefined;
  board_id?: string | null | undefined;
}

interface PushAnswer {
  success: boolean;
  pushed_count: number;
  total_count: number;
  errors: string[];
  error: string | null;
  push: CrmPush;
}

/**
 * Writes leads into a CRM. A few are written before the response; many continue in the background, and the response contains
 * the running push.
 * @throws no_leads_selected, crm_not_connected, crm_no_board
 */
export async function pushProspects(ctx: SessionContext, type: CrmType, request: PushRequest): Promise<PushAnswer> {
  await requireIntegrations(ctx);
  const { has_boards } = ctx.ports.crm[type].manifest.capabilities;
  if (has_boards && !request.board_id) throw new ApiError('crm_no_board');
  await ctx.transaction((tx) => requireConnected(tx, type));
  const prospect_ids = await selectLeads(ctx, request);
  if (prospect_ids.length === 0) throw new ApiError('no_leads_selected');
  if (prospect_ids.length > CRM_LIMITS.max_push)
    throw new ApiError('bad_request', {
      reason: `You can push up to ${CRM_LIMITS.max_push.toLocaleString('en')} leads at a time.`,
    });
  const { push_id, integration_id } = await ctx.transaction(async (tx) => {
    const row = await requireConnected(tx, type);
    const board_id = has_boards ? (request.board_id ?? '') : '';
    const id = await store.insertPush(tx, { integration_id: row.id, board_id, prospect_ids });
    tx.jobs.add(crmWorkTask, { integration_id: row.id }, { key: `crm-work:${row.id}` });
    return { push_id: id, integration_id: row.id };
  });
  // A program polls the state of its push.
  const isAwaited = !ctx.user.api_key && prospect_ids.length <= CRM_LIMITS.answered_at_once;
  if (isAwaited) await waitForPush(ctx, push_id, integration_id);
  return presentAnswer(ctx, push_id);
}

/** Lets a worker write a lead into a CRM. @throws crm_not_connected, crm_no_board */
export async function pushLead(tx: TransactionContext, type: CrmType, prospectId: number): Promise<void> {
  const { id, sync_board_id } = await requireConnected(tx, type);
  const { has_boards } = tx.ports.crm[type].manifest.capabilities;
  if (has_boards && !sync_board_id) throw new ApiError('crm_no_board');
  await store.insertPush(tx, {
    integration_id: id,
    board_id: has_boards ? sync_board_id : '',
    prospect_ids: [prospectId],
  });
  tx.jobs.add(crmWorkTask, { integration_id: id }, { key: `crm-work:${id}` });
}

async function selectLeads(ctx: SessionContext, request: PushRequest): Promise<number[]> {
  if (request.campaign_id) return campaignLeads.listSelection(ctx, request.campaign_id, request);
  if (request.search_id) {
    const search_id = request.search_id;
    return ctx.transaction((tx) => selectProspects(tx, { ...request, search_id }));
  }
  return ctx.transaction((tx) => store.filterOwnProspects(tx, request.prospect_ids ?? []));
}

/** Here, unless a worker has the account already; then it is that worker's. */
async function waitForPush(ctx: SessionContext, pushId: number, integrationId: number): Promise<void> {
  const ends_at = Date.now() + ANSWERED_WITHIN_IN_MS;
  while (Date.now() < ends_at) {
    await pushAtOnce(ctx.system, integrationId, ends_at - Date.now());
    const push = orNotFound(await ctx.transaction((tx) => store.findPush(tx, pushId)));
    if (push.state !== 'running' || push.paused_until !== null || !push.is_connected || push.is_expired) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function presentAnswer(ctx: SessionContext, pushId: number): Promise<PushAnswer> {
  return ctx.transaction(async (tx) => {
    const push = orNotFound(await store.findPush(tx, pushId));
    const failed = await store.listFailed(tx, pushId, CRM_LIMITS.errors_shown);
    const shown = presentPush(tx, push);
    return {
      success: push.state === 'done' || (push.state === 'running' && shown.error === null),
      pushed_count: push.pushed,
      total_count: push.total,
      errors: failed.map(({ name, error }) => `${name}: ${error}`),
      error: shown.error,
      push: shown,
    };
  });
}

function presentPush(tx: Pick<TransactionContext, 'ports'>, push: store.PushRow): CrmPush {
  const { label } = tx.ports.crm[push.integration_type].manifest;
  const isHeld = push.state === 'running';
  const held =
    isHeld && (push.is_expired || !push.is_connected)
      ? `${label} no longer accepts the sign-in. Connect it again in Settings > Integrations: the push then continues.`
      : isHeld && push.paused_until !== null
        ? push.pause_reason
        : null;
  return {
    id: push.id,
    integration_type: push.integration_type,
    name: label,
    state: push.state,
    total_count: push.total,
    pushed_count: push.pushed,
    failed_count: push.failed,
    created_count: push.created,
    error: push.error ?? held,
    paused_until: isHeld ? (push.paused_until?.toISOString() ?? null) : null,
    created_at: push.created_at.toISOString(),
  };
}

export async function listPushes(ctx: SessionContext): Promise<CrmPush[]> {
  return ctx.transaction(async (tx) =>
    (await store.listPushes(tx, LIST_LIMITS.crm_pushes)).map((push) => presentPush(tx, push)),
  );
}

export async function getPush(ctx: SessionContext, id: number): Promise<{ push: CrmPush; errors: store.FailedLead[] }> {
  return ctx.transaction(async (tx) => {
    const push = orNotFound(await store.findPush(tx, id));
    return { push: presentPush(tx, push), errors: await store.listFailed(tx, id, CRM_LIMITS.errors_shown) };
  });
}

export async function stopPush(ctx: SessionContext, id: number): Promise<CrmPush> {
  await requireIntegrations(ctx);
  return ctx.transaction(async (tx) => {
    orNotFound(await store.findPush(tx, id));
    await store.endPush(tx, id, 'stopped', null);
    return presentPush(tx, orNotFound(await store.findPush(tx, id)));
  });
}

/** Those that failed, and those that a failed or stopped push left waiting. */
export async function retryPush(ctx: SessionContext, id: number): Promise<CrmPush> {
  await requireIntegrations(ctx);
  return ctx.transaction(async (tx) => {
    const { integration_type, integration_id } = orNotFound(await store.findPush(tx, id));
    await requireConnected(tx, integration_type);
    await store.reopenPush(tx, id);
    tx.jobs.add(crmWorkTask, { integration_id }, { key: `crm-work:${integration_id}` });
    return presentPush(tx, orNotFound(await store.findPush(tx, id)));
  });
}

/** @throws not_found for a lead of another organization */
export async function listCrmRecords(ctx: SessionContext, prospectId: number) {
  const rows = await ctx.transaction(async (tx) => {
    await getProspect(tx, prospectId);
    return listRecords(tx, prospectId);
  });
  return rows.map(({ integration_type, record_url, written_at, owner }) => ({
    integration_type,
    name: ctx.ports.crm[integration_type].manifest.label,
    url: record_url,
    written_at: written_at?.toISOString() ?? null,
    owner,
  }));
}
