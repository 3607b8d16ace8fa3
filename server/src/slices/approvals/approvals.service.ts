import { hash } from 'node:crypto';
import type { Api } from '@overture/contract';
import type { Approval, ApprovalPreview, AssistantPolicy, approvalsEndpoints } from '@overture/contract/approvals';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { PAGE_SIZES } from '@overture/domain/limits';
import type { z } from 'zod';
import { joinTransaction } from '../../kernel/api-keys/idempotency.ts';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { isSameSecret, newToken } from '../../kernel/crypto.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { RunCall } from '../../kernel/http/run-call.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { enqueueEvents } from '../webhooks/index.ts';
import { describeActivation, describeMessage, listExampleSteps } from './approval-preview.rules.ts';
import * as store from './approvals.store.ts';

type Body<Name extends keyof typeof approvalsEndpoints> = z.output<(typeof approvalsEndpoints)[Name]['body']>;
type Prepared = EndpointOutput<(typeof approvalsEndpoints)['prepareActivation']>;
type Tx = TransactionContext;

const PURPOSE = 'assistant-confirmation';

/** Calculates what the start of a campaign would do, and stores it. Nothing happens. @throws activation_refused, too_many_prepared */
export async function prepareActivation(
  ctx: SessionContext,
  runCall: RunCall,
  { campaign_id, ...given }: Body<'prepareActivation'>,
): Promise<Prepared> {
  const { campaign } = await runCall(ctx, 'getCampaign', { params: { id: campaign_id } });
  if (campaign.status !== 'DRAFT' && campaign.status !== 'PAUSED') {
    throw new ApiError('campaign_transition_refused', { from: campaign.status.toLowerCase(), to: 'active' });
  }
  const { lookup_credits, ...senders } = given;
  const params = { id: campaign_id };
  const { rehearsal } = await runCall(ctx, 'rehearseCampaign', { params, body: senders });
  const steps = listExampleSteps(campaign);
  const leads = await ctx.read((read) => store.listFirstLeads(read, campaign_id, steps.length));
  const examples = await Promise.all(
    steps.map(({ id }, index) => {
      const prospect_id = leads[index % Math.max(1, leads.length)] ?? null;
      return runCall(ctx, 'previewStep', { params: { id: campaign_id, stepId: id }, body: { prospect_id } });
    }),
  );
  const preview = describeActivation(campaign, rehearsal, { lookup_credits: lookup_credits ?? null, examples });
  const parameters = { ...given, status: campaign.status };
  return ctx.transaction(async (tx) => {
    const fingerprint = await fingerprintCampaign(tx, campaign);
    return insertPrepared(tx, {
      kind: 'campaign_activation',
      campaign_id,
      prospect_id: null,
      parameters,
      preview,
      fingerprint,
    });
  });
}

/** @throws not_found without a conversation, too_many_prepared */
export async function prepareMessage(
  ctx: SessionContext,
  runCall: RunCall,
  { prospect_id, ...parameters }: Body<'prepareMessage'>,
): Promise<Prepared> {
  const { chat } = await runCall(ctx, 'getChat', { params: { id: prospect_id } });
  const preview = describeMessage(chat, parameters);
  const fingerprint = fingerprintChat(chat);
  return ctx.transaction((tx) =>
    insertPrepared(tx, { kind: 'message', campaign_id: null, prospect_id, parameters, preview, fingerprint }),
  );
}

async function insertPrepared(tx: Tx, given: Omit<store.NewApproval, 'nonce'>): Promise<Prepared> {
  const row = await store.insertPrepared(tx, { ...given, nonce: newToken() });
  if (!row) throw new ApiError('too_many_prepared');
  const confirmation = `${row.id}.${tx.vault.sign(PURPOSE, toSignedText(tx, row))}`;
  return { confirmation, expires_at: row.expires_at.toISOString(), preview: row.preview };
}

/** A confirmation covers the organization, the key, the state of the campaign or conversation, and the parameters. */
function toSignedText({ organization }: Pick<Tx, 'organization'>, row: store.ApprovalRow): string {
  const parameters = hash('sha256', JSON.stringify(row.parameters), 'hex');
  const target = row.campaign_id ?? row.prospect_id;
  return [
    organization.id,
    row.api_key_id,
    row.id,
    row.nonce,
    row.kind,
    target,
    row.fingerprint.toString('hex'),
    parameters,
  ].join(' ');
}

/**
 * Asks for what was prepared. By the policy of the organization it waits for a person, or happens in this transaction. A confirmation works
 * once, for the key that got it.
 * @throws confirmation_invalid, confirmation_used, assistant_sending_off, assistant_sends_used
 */
export async function requestApproval(
  ctx: SessionContext,
  runCall: RunCall,
  { kind, confirmation }: Body<'requestApproval'>,
): Promise<Approval> {
  const [id = '', signature = ''] = confirmation.split('.');
  if (!/^\d{1,15}$/.test(id)) throw new ApiError('confirmation_invalid');
  return ctx.transaction(async (tx) => {
    const policy = await store.lockPolicy(tx);
    const row = await store.lockApproval(tx, Number(id));
    const isOwn = row?.kind === kind && row.api_key_id === (ctx.user.api_key?.id ?? null);
    if (!isOwn || !isSameSecret(signature, tx.vault.sign(PURPOSE, toSignedText(tx, row))))
      throw new ApiError('confirmation_invalid');
    if (row.state !== 'prepared' || row.is_over) throw new ApiError('confirmation_used');
    await requireSends(tx, policy, row);
    if (policy.sending === 'client') await perform(ctx, runCall, tx, row, null);
    else {
      await store.markWaiting(tx, row.id);
      const approval = { id: row.id, kind: row.kind, title: row.preview.title };
      await enqueueEvents(tx, [{ type: 'approval.requested', data: { approval } }]);
    }
    tx.live.publish('approvals_changed', { approval_id: row.id, is_waiting: policy.sending !== 'client' });
    return presentApproval(tx, row.id);
  });
}

async function requireSends(
  tx: Tx,
  { sending, sends_per_day }: AssistantPolicy,
  row: store.ApprovalRow,
): Promise<void> {
  if (sending === 'never') throw new ApiError('assistant_sending_off');
  if ((await store.countSends(tx, row.api_key_id)) >= sends_per_day) {
    throw new ApiError('assistant_sends_used', { limit: String(sends_per_day) });
  }
}

/**
 * A person lets it happen. The approval and its effect commit together, and the row is locked: it happens once, also when two people
 * decide at the same moment. What has changed since makes it void.
 * @throws approval_decided, assistant_sending_off, and what the call itself refuses
 */
export async function approve(ctx: SessionContext, runCall: RunCall, id: number): Promise<Approval> {
  return ctx.transaction(async (tx) => {
    const row = await requireWaiting(tx, id);
    const { sending } = await store.getPolicy(tx);
    if (sending === 'never') throw new ApiError('assistant_sending_off');
    await perform(ctx, runCall, tx, row, ctx.user.id);
    tx.live.publish('approvals_changed', { approval_id: id, is_waiting: false });
    return presentApproval(tx, id);
  });
}

/** @throws not_found, approval_decided */
export async function refuse(ctx: SessionContext, id: number): Promise<Approval> {
  return ctx.transaction(async (tx) => {
    await requireWaiting(tx, id);
    await store.markDecided(tx, id, { state: 'refused', user_id: ctx.user.id, reason: null });
    tx.live.publish('approvals_changed', { approval_id: id, is_waiting: false });
    return presentApproval(tx, id);
  });
}

async function requireWaiting(tx: Tx, id: number): Promise<store.ApprovalRow> {
  const row = await store.lockApproval(tx, id);
  if (!row || row.state === 'prepared') throw new ApiError('not_found');
  if (row.state !== 'waiting' || row.is_over) {
    throw new ApiError('approval_decided', { state: row.is_over && row.state === 'waiting' ? 'expired' : row.state });
  }
  return row;
}

/** Makes it happen, or void: in the given transaction, with the campaign or the conversation as it is now. */
async function perform(
  ctx: SessionContext,
  runCall: RunCall,
  tx: Tx,
  row: store.ApprovalRow,
  user_id: number | null,
): Promise<void> {
  const joined = joinTransaction(ctx, tx);
  const reason = await findVoidReason(joined, runCall, tx, row);
  if (reason !== null) return store.markDecided(tx, row.id, { state: 'void', user_id, reason });
  if (row.campaign_id !== null) {
    await runCall(joined, 'activateCampaign', { params: { id: row.campaign_id }, body: row.parameters });
  } else {
    await runCall(joined, 'sendChatMessage', { params: { id: row.prospect_id }, body: row.parameters });
  }
  await store.markDecided(tx, row.id, { state: 'done', user_id, reason: null });
}

async function findVoidReason(
  joined: SessionContext,
  runCall: RunCall,
  tx: Tx,
  row: store.ApprovalRow,
): Promise<string | null> {
  if (!row.is_key_live) return 'The API key of the assistant has ended.';
  if (row.campaign_id !== null) {
    await store.lockCampaign(tx, row.campaign_id);
    const { campaign } = await runCall(joined, 'getCampaign', { params: { id: row.campaign_id } });
    const isSame = (await fingerprintCampaign(tx, campaign)).equals(row.fingerprint);
    return isSame ? null : 'The campaign has changed since the assistant prepared this.';
  }
  const { chat } = await runCall(joined, 'getChat', { params: { id: row.prospect_id } });
  return fingerprintChat(chat).equals(row.fingerprint) ? null : 'The conversation has gone on since this was prepared.';
}

type Campaign = EndpointOutput<Api['getCampaign']>['campaign'];

/** The start depends on status, settings, flow, senders and leads. Figures of the run are left out. */
async function fingerprintCampaign(tx: Pick<ReadContext, 'db' | 'organization'>, campaign: Campaign): Promise<Buffer> {
  const { id, status, version, steps, conditions, email_account_ids, linkedin_account_ids } = campaign;
  const leads = await store.findLeadsMark(tx, id);
  const parts = [id, status, version, steps, conditions, email_account_ids, linkedin_account_ids, leads];
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

function fingerprintChat({ latest_message, messages }: EndpointOutput<Api['getChat']>['chat']): Buffer {
  return hash('sha256', JSON.stringify([latest_message?.id ?? null, messages]), 'buffer');
}

export async function listApprovals(
  ctx: Pick<SessionContext, 'read'>,
  { page, state }: { page: number; state?: Approval['state'] | undefined },
): Promise<EndpointOutput<(typeof approvalsEndpoints)['listApprovals']>> {
  return ctx.read(async (reader) => {
    const limit = PAGE_SIZES.credits;
    const { total, waiting } = await store.countApprovals(reader, state ?? null);
    const rows = await store.pageApprovals(reader, { state: state ?? null, limit, offset: (page - 1) * limit });
    return { approvals: rows.map(present), total_approvals: total, waiting };
  });
}

/** @throws not_found */
export const getApproval = (ctx: Pick<SessionContext, 'read'>, id: number): Promise<Approval> =>
  ctx.read((reader) => presentApproval(reader, id));

async function presentApproval(reader: Pick<ReadContext, 'db' | 'organization'>, id: number): Promise<Approval> {
  const row = orNotFound(await store.findApproval(reader, id));
  if (row.state === 'prepared') throw new ApiError('not_found');
  return present(row);
}

function present(row: store.ApprovalRow): Approval {
  const { id, kind, preview, campaign_id, prospect_id, decided_by, void_reason, api_key_id, api_key_name } = row;
  const isExpired = row.state === 'waiting' && row.is_over;
  return {
    id,
    kind,
    state: isExpired ? 'expired' : (row.state as Approval['state']),
    preview: preview satisfies ApprovalPreview,
    campaign_id,
    prospect_id,
    api_key:
      api_key_id !== null && api_key_name !== null
        ? { id: api_key_id, name: api_key_name, is_app: row.is_app === true }
        : null,
    requested_at: (row.requested_at ?? row.expires_at).toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by,
    void_reason,
  };
}
