import type { ApprovalPreview, AssistantPolicy } from '@overture/contract/approvals';
import { ASSISTANT_LIMITS } from '@overture/domain/assistants';
import { type Kysely, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isFull } from '../../kernel/rounds/batches.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type ApprovalKind = 'campaign_activation' | 'message';
export type ApprovalState = 'prepared' | 'waiting' | 'done' | 'refused' | 'expired' | 'void';

export interface ApprovalRow {
  id: number;
  kind: ApprovalKind;
  state: ApprovalState;
  campaign_id: number | null;
  prospect_id: number | null;
  parameters: Record<string, unknown>;
  preview: ApprovalPreview;
  fingerprint: Buffer;
  nonce: string;
  api_key_id: number | null;
  api_key_name: string | null;
  is_app: boolean | null;
  /** Whether the key could still ask for it. */
  is_key_live: boolean;
  requested_at: Date | null;
  expires_at: Date;
  is_over: boolean;
  decided_at: Date | null;
  decided_by: { id: number; name: string } | null;
  void_reason: string | null;
}

const columns = sql`a.id, a.kind, a.state, a.campaign_id, a.prospect_id, a.parameters, a.preview, a.fingerprint, a.nonce, a.api_key_id,
  k.name as api_key_name, k.kind = 'app' as is_app, a.api_key_id is null or (k.revoked_at is null and coalesce(k.expires_at > app_now(), true)
    and 'send' = any(k.scopes) and (k.kind <> 'app' or exists (select from users p where p.id = k.created_by
      and p.organization_id = k.organization_id and p.active and p.role <> 'RESTRICTED'))) as is_key_live, a.requested_at, a.expires_at, a.expires_at <= app_now() as is_over,
  a.decided_at, case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as decided_by, a.void_reason`;
const source = sql`approvals a left join api_keys k on k.id = a.api_key_id and k.organization_id = a.organization_id
  left join users u on u.id = a.decided_by and u.organization_id = a.organization_id`;

export interface NewApproval {
  kind: ApprovalKind;
  campaign_id: number | null;
  prospect_id: number | null;
  parameters: Record<string, unknown>;
  preview: ApprovalPreview;
  fingerprint: Buffer;
  nonce: string;
}

/** @returns null where the organization has too many prepared ones */
export async function insertPrepared({ db, organization }: Tx, given: NewApproval): Promise<ApprovalRow | null> {
  const { rows } = await sql<{
    id: number;
  }>`insert into approvals (organization_id, kind, campaign_id, prospect_id, parameters, preview,
      fingerprint, nonce, expires_at)
    select ${organization.id}, ${given.kind}, ${given.campaign_id}::bigint, ${given.prospect_id}::bigint,
      ${toJson(given.parameters)}::jsonb, ${toJson(given.preview)}::jsonb, ${given.fingerprint}, ${given.nonce},
      app_now() + make_interval(mins => ${ASSISTANT_LIMITS.confirmation_in_minutes})
    where (select count(*) from approvals where organization_id = ${organization.id} and state = 'prepared'
      and expires_at > app_now()) < ${ASSISTANT_LIMITS.prepared}
    returning id`.execute(db);
  return rows[0] ? ((await findApproval({ db, organization }, rows[0].id)) ?? null) : null;
}

export async function findApproval({ db, organization }: Reader, id: number): Promise<ApprovalRow | undefined> {
  const { rows } = await sql<ApprovalRow>`select ${columns} from ${source}
    where a.organization_id = ${organization.id} and a.id = ${id}`.execute(db);
  return rows[0];
}

/** Locked until the transaction ends: the second of two people sees the decision of the first. */
export async function lockApproval(tx: Tx, id: number): Promise<ApprovalRow | undefined> {
  await sql`select from approvals where organization_id = ${tx.organization.id} and id = ${id} for update`.execute(
    tx.db,
  );
  return findApproval(tx, id);
}

export async function markWaiting({ db, organization }: Tx, id: number): Promise<void> {
  await sql`update approvals set state = 'waiting', requested_at = app_now(),
      expires_at = app_now() + make_interval(hours => ${ASSISTANT_LIMITS.approval_in_hours})
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

export async function markDecided(
  { db, organization }: Tx,
  id: number,
  given: { state: ApprovalState; user_id: number | null; reason: string | null },
): Promise<void> {
  await sql`update approvals set state = ${given.state}, decided_at = app_now(), decided_by = ${given.user_id}::bigint,
      void_reason = ${given.reason}::text, requested_at = coalesce(requested_at, app_now())
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

interface Page {
  state: ApprovalState | null;
  limit: number;
  offset: number;
}

export async function pageApprovals({ db, organization }: Reader, page: Page): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`select ${columns} from ${source}
    where a.organization_id = ${organization.id} and a.state <> 'prepared'
      and (${page.state}::text is null or a.state = ${page.state}::text)
    order by a.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export async function countApprovals(
  { db, organization }: Reader,
  state: ApprovalState | null,
): Promise<{ total: number; waiting: number }> {
  const { rows } = await sql<{ total: number; waiting: number }>`select
      count(*) filter (where ${state}::text is null or state = ${state}::text)::int as total,
      count(*) filter (where state = 'waiting')::int as waiting
    from approvals where organization_id = ${organization.id} and state <> 'prepared'`.execute(db);
  return rows[0]!;
}

/** What a key asked for in the last 24 hours and was not refused. */
export async function countSends({ db, organization }: Tx, keyId: number | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from approvals
    where organization_id = ${organization.id} and api_key_id is not distinct from ${keyId}::bigint
      and state in ('waiting', 'done') and requested_at > app_now() - interval '24 hours'`.execute(db);
  return rows[0]!.total;
}

const DEFAULT_POLICY: AssistantPolicy = {
  sending: 'approval',
  sends_per_day: ASSISTANT_LIMITS.sends_per_day,
  credits_per_day: ASSISTANT_LIMITS.credits_per_day,
};

export async function getPolicy({ db, organization }: Reader): Promise<AssistantPolicy> {
  const { rows } = await sql<AssistantPolicy>`select sending, sends_per_day, credits_per_day from assistant_policies
    where organization_id = ${organization.id}`.execute(db);
  return rows[0] ?? DEFAULT_POLICY;
}

/** The same, locked: requests of an organization take turns, so none passes its limit. */
export async function lockPolicy(tx: Tx): Promise<AssistantPolicy> {
  await sql`insert into assistant_policies (organization_id) values (${tx.organization.id}) on conflict do nothing`.execute(
    tx.db,
  );
  await sql`select from assistant_policies where organization_id = ${tx.organization.id} for update`.execute(tx.db);
  return getPolicy(tx);
}

export async function savePolicy({ db, organization }: Tx, policy: AssistantPolicy): Promise<void> {
  const { sending, sends_per_day, credits_per_day } = policy;
  await sql`insert into assistant_policies (organization_id, sending, sends_per_day, credits_per_day)
    values (${organization.id}, ${sending}, ${sends_per_day}, ${credits_per_day})
    on conflict (organization_id) do update set sending = excluded.sending, sends_per_day = excluded.sends_per_day,
      credits_per_day = excluded.credits_per_day`.execute(db);
}

/** Locks a campaign in the order of every change of it: nothing of it changes until the transaction ends. */
export async function lockCampaign({ db, organization }: Tx, id: number): Promise<void> {
  await sql`select ${acquireLock('campaign', id)}`.execute(db);
  await sql`select from campaigns where organization_id = ${organization.id} and id = ${id} for no key update`.execute(
    db,
  );
}

/** Changes with every lead that is added to a campaign or leaves it. */
export async function findLeadsMark({ db, organization }: Reader, campaignId: number): Promise<string> {
  const { rows } = await sql<{
    mark: string;
  }>`select count(*) || ' ' || coalesce(max(id), 0) as mark from campaign_leads
    where organization_id = ${organization.id} and campaign_id = ${campaignId}`.execute(db);
  return rows[0]!.mark;
}

/** The leads that the examples of a preview are written for. */
export async function listFirstLeads(
  { db, organization }: Reader,
  campaignId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ prospect_id: number }>`select prospect_id from campaign_leads
    where organization_id = ${organization.id} and campaign_id = ${campaignId} order by id limit ${limit}`.execute(db);
  return rows.map(({ prospect_id }) => prospect_id);
}

const SWEPT_AT_ONCE = 1000;

/** Expires and deletes one batch. True if there may be more. */
export async function sweepApprovals({ db }: { db: Kysely<DB> }): Promise<boolean> {
  const ended =
    await sql`update approvals set state = 'expired', decided_at = app_now() where ctid = any(array(select ctid from approvals
    where state = 'waiting' and expires_at <= app_now() limit ${SWEPT_AT_ONCE}))`.execute(db);
  const deleted = await sql`delete from approvals where ctid = any(array(select ctid from approvals
    where created_at < app_now() - case when state = 'prepared' then interval '1 day' else interval '90 days' end
    limit ${SWEPT_AT_ONCE}))`.execute(db);
  return isFull(ended, SWEPT_AT_ONCE) || isFull(deleted, SWEPT_AT_ONCE);
}
