import type { LeadSnippet } from '@overture/contract/ai-segments';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { toJson } from '../../kernel/db/to-json.ts';

interface Tx {
  db: Kysely<DB>;
}

type TextState = NonNullable<LeadSnippet['state']>;

/** A snippet's text for one lead in one step. */
export interface SegmentText {
  id: number;
  campaign_lead_id: number;
  node_id: number;
  segment_id: number;
  state: TextState;
  text: string | null;
  reason: string | null;
  sources: { source: string; title: string }[];
  credits: number;
  fingerprint: string | null;
}

export interface WantedText {
  organization_id: number;
  campaign_lead_id: number;
  node_id: number;
  prospect_id: number;
  segment_id: number;
  language: string;
}

export type WrittenText = WantedText & Pick<SegmentText, 'sources'> & { text: string };

const columns = sql`t.id, t.campaign_lead_id, t.node_id, t.segment_id, t.state, t.text, t.reason, t.sources, t.credits,
  t.fingerprint`;

/** Requests texts, each once. `is_urgent`: a due message or a user waits for them. */
export async function insertWanted(
  { db }: Tx,
  wanted: readonly WantedText[],
  { is_urgent }: { is_urgent: boolean },
): Promise<void> {
  if (wanted.length === 0) return;
  const since = is_urgent ? sql`statement_timestamp()` : sql`null::timestamptz`;
  await sql`insert into ai_segment_texts as t (organization_id, campaign_lead_id, node_id, prospect_id, segment_id, language,
      waited_since)
    select organization_id, campaign_lead_id, node_id, prospect_id, segment_id, language, ${since}
    from json_to_recordset(${toJson(wanted)}::json) as g (organization_id bigint, campaign_lead_id bigint,
      node_id bigint, prospect_id bigint, segment_id bigint, language text)
    order by campaign_lead_id, node_id, segment_id
    on conflict (campaign_lead_id, node_id, segment_id) do update set waited_since = coalesce(t.waited_since, excluded.waited_since)
      where t.waited_since is null and excluded.waited_since is not null and t.state in ('wanted', 'queued', 'running')`.execute(
    db,
  );
}

export async function insertWritten(
  { db }: Tx,
  written: readonly (WrittenText & { fingerprint: string })[],
): Promise<void> {
  if (written.length === 0) return;
  await sql`insert into ai_segment_texts (organization_id, campaign_lead_id, node_id, prospect_id, segment_id, language,
      state, text, sources, fingerprint, ended_at)
    select organization_id, campaign_lead_id, node_id, prospect_id, segment_id, language, 'written', text, sources,
      fingerprint, app_now()
    from json_to_recordset(${toJson(written)}::json) as g (organization_id bigint, campaign_lead_id bigint,
      node_id bigint, prospect_id bigint, segment_id bigint, language text, text text, sources jsonb, fingerprint text)
    order by campaign_lead_id on conflict (campaign_lead_id, node_id, segment_id) do nothing`.execute(db);
}

/** The texts of leads in their steps, in any state. */
export async function findTexts(
  { db }: Tx,
  steps: readonly { campaign_lead_id: number; node_id: number }[],
): Promise<SegmentText[]> {
  if (steps.length === 0) return [];
  const given = steps.map(({ campaign_lead_id, node_id }) => ({ campaign_lead_id, node_id }));
  const rows = await sql<SegmentText>`select ${columns}
    from json_to_recordset(${toJson(given)}::json) as g (campaign_lead_id bigint, node_id bigint)
    join ai_segment_texts t using (campaign_lead_id, node_id) order by t.id`.execute(db);
  return rows.rows;
}

export async function listTextsOfLead({ db }: Tx, campaignLeadId: number): Promise<SegmentText[]> {
  const rows = await sql<SegmentText>`select ${columns} from ai_segment_texts t
    where t.campaign_lead_id = ${campaignLeadId} order by t.id`.execute(db);
  return rows.rows;
}

/** Messages go out with these texts, or without them: from now on they stay as they are. */
export async function pinTexts({ db }: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ai_segment_texts set used_at = app_now() where id = any(${ids}::bigint[]) and used_at is null`.execute(
    db,
  );
}

/** Requests finished texts that were not sent again, for a user. */
export async function wantAgain({ db }: Tx, ids: readonly number[]): Promise<void> {
  await sql`update ai_segment_texts set state = 'wanted', text = null, reason = null, sources = '[]', credits = 0,
      reservation_id = null, paid_prompt_ids = '{}', attempts = 0, ended_at = null, waited_since = statement_timestamp()
    where id = any(${ids}::bigint[]) and used_at is null
      and state in ('written', 'nothing', 'failed', 'no_credits')`.execute(db);
}
