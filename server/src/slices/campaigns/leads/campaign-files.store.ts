import type { RecordedCall } from '@overture/domain/calls/call-outcomes';
import type { LeadStatus } from '@overture/domain/campaign/transitions';
import type { NodeType } from '@overture/domain/flow/step-types';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import type { WaitingRule } from '@overture/domain/sending/waiting-rules';
import { sql } from 'kysely';
import type { ReplicaReadContext } from '../../../kernel/context.ts';
import { customCells, type ExportedColumn } from '../../lead-columns/index.ts';
import { exportedCells } from '../../prospects/index.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;

export interface LeadFileRow {
  id: number;
  lead_cells: (string | null)[];
  custom_cells: (string | null)[];
  status: LeadStatus;
  next_type: NodeType | null;
  next_at: Date | null;
  waiting_rule: WaitingRule | null;
  waiting_until: Date | null;
  error: string | null;
  email_sender: string | null;
  linkedin_sender: string | null;
  variants: string | null;
  last_subject: string | null;
  contacted_at: Date | null;
  replied_at: Date | null;
  reply_class: ReplyClass | null;
  /** Oldest first. */
  calls: (RecordedCall & { recorded_at: string })[];
  added_at: Date;
}

/** Latest calls of a lead that a file names. */
const MOST_CALLS = 50;

/** The next leads of a campaign that are not archived, newest first, with all that is known of their way through it. */
export async function listLeadsOfFile(
  { db, organization }: Tx,
  campaignId: number,
  custom: readonly ExportedColumn[],
  { after, limit }: { after: number | null; limit: number },
): Promise<LeadFileRow[]> {
  const cells = sql.join(exportedCells.map((cell) => sql`${cell}::text`));
  const more = sql.join(customCells(custom).map((cell) => sql`(${cell})::text`));
  const isAfter = after === null ? sql`true` : sql`l.id < ${after}`;
  const rows = await sql<LeadFileRow>`with page as materialized (select l.id from campaign_leads l
      where l.campaign_id = ${campaignId} and l.organization_id = ${organization.id} and l.archived_at is null and ${isAfter}
      order by l.id desc limit ${limit})
    select l.id, array[${cells}] as lead_cells, array[${more}]::text[] as custom_cells, l.status, n.type as next_type, l.next_at,
      l.waiting_rule, l.waiting_until, l.error, ea.email::text as email_sender, la.name as linkedin_sender, done.variants,
      sent.subject as last_subject, l.contacted_at, l.replied_at, ch.reply_class, called.calls, l.created_at as added_at
    from page join campaign_leads l using (id) join prospects p on p.id = l.prospect_id
    left join campaign_nodes n on n.id = l.next_node_id
    left join accounts ea on ea.id = l.email_account_id left join accounts la on la.id = l.linkedin_account_id
    left join chats ch on ch.prospect_id = l.prospect_id and ch.organization_id = l.organization_id
    left join lateral (select string_agg(upper(r.variant), ', ' order by r.finished_at) as variants from campaign_step_runs r
      where r.campaign_lead_id = l.id and r.variant is not null) done on true
    left join lateral (select coalesce(m.subject_line, i.subject) as subject from outbound_intents i
      left join chat_messages m on m.intent_id = i.id
      where i.kind = 'campaign_step' and i.ref_id = l.id and i.action = 'email' and i.state = 'confirmed'
      order by i.settled_at desc, i.id desc limit 1) sent on true
    cross join lateral (select coalesce(json_agg(json_build_object('outcome', a.outcome, 'outcome_name', a.outcome_name, 'note', a.note,
        'recorded_at', a.recorded_at) order by a.id), '[]') as calls from (select * from call_attempts
      where campaign_lead_id = l.id and settled_at is not null order by id desc limit ${MOST_CALLS}) a) called
    order by l.id desc`.execute(db);
  return rows.rows;
}

export interface MessageFileRow {
  id: number;
  prospect_id: number;
  sent_at: Date;
  /** The instant to the microsecond, which no Date holds. */
  cursor: string;
  first_name: string;
  last_name: string;
  lead_email: string | null;
  kind: string;
  delivery: string;
  sent_by_prospect: boolean;
  from_email: string | null;
  to_email: string | null;
  sender: string | null;
  step_type: NodeType | null;
  variant: string | null;
  subject_line: string | null;
  message: string;
  author: string | null;
}

/**
 * The next messages of a campaign's leads, lead by lead and oldest first; of its steps and of the conversation, not of other campaigns. The
 * messages of each lead are looked up: joined as tables, each page would read all messages before it again.
 */
export async function listMessagesOfFile(
  { db, organization }: Tx,
  campaignId: number,
  { after, limit }: { after: MessageFileRow | null; limit: number },
): Promise<MessageFileRow[]> {
  const isAfter = after
    ? sql`l.prospect_id >= ${after.prospect_id} and (l.prospect_id > ${after.prospect_id}
        or (m.sent_at, m.id) > (${after.cursor}::timestamptz, ${after.id}::bigint))`
    : sql`true`;
  const rows =
    await sql<MessageFileRow>`with page as materialized (select m.*, i.ref_part, i.variant, i.kind as intent_kind from campaign_leads l
      cross join lateral (select x.* from chat_messages x where x.prospect_id = l.prospect_id
        and x.organization_id = l.organization_id offset 0) m
      left join lateral (select o.* from outbound_intents o where o.id = m.intent_id offset 0) i on true
      where l.campaign_id = ${campaignId} and l.organization_id = ${organization.id} and l.archived_at is null
        and (m.kind <> 'CAMPAIGN' or i.campaign_id = ${campaignId}) and ${isAfter}
      order by l.prospect_id, m.sent_at, m.id limit ${limit})
    select m.id, m.prospect_id, m.sent_at, m.sent_at::text as cursor, p.first_name, p.last_name,
      p.email::text as lead_email, m.kind, m.delivery, m.sent_by_prospect, m.from_email::text, m.to_email::text,
      coalesce(a.email::text, a.name) as sender, n.type as step_type, m.variant, m.subject_line, m.message, u.name as author
    from page m cross join lateral (select q.* from prospects q where q.id = m.prospect_id offset 0) p
    left join campaign_nodes n on n.id = m.ref_part and m.intent_kind = 'campaign_step'
    left join accounts a on a.id = m.account_id left join users u on u.id = m.author_user_id
    order by m.prospect_id, m.sent_at, m.id`.execute(db);
  return rows.rows;
}
