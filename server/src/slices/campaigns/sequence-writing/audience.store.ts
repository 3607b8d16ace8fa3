import { SEQUENCE_LIMITS, SEQUENCE_SAMPLES, type SequenceSample } from '@overture/domain/campaign/sequence-limits';
import { LEAD_FIELDS } from '@overture/domain/leads/lead-fields';
import { LEAD_NAMES } from '@overture/domain/message/template/names';
import { VARIABLES, type Variable } from '@overture/domain/message/tokens';
import { findPlaceZone } from '@overture/domain/zones/places';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface Audience {
  leads: number;
  /** Leads with a value, by variable. */
  filled: Record<Variable, number>;
}

const columnOf = (name: Variable) => sql.ref(`p.${LEAD_FIELDS[LEAD_NAMES[name]].column}`);

/** How many of the newest leads of a campaign have a value for each variable. */
export async function countAudience(tx: Tx, campaignId: number): Promise<Audience> {
  const counts = VARIABLES.map(
    (name) =>
      sql`count(*) filter (where not is_blank(${columnOf(name)}::text) or not is_blank(l.stand_ins ->> ${sql.lit(name)}))::int as ${sql.ref(name)}`,
  );
  const rows = await sql<Record<Variable, number> & { leads: number }>`
    select count(*)::int as leads, ${sql.join(counts)} from ${newestLeads(tx, campaignId)}`.execute(tx.db);
  const { leads, ...filled } = rows.rows[0]!;
  return { leads, filled: filled as Record<Variable, number> };
}

interface UnlikeLead {
  prospect_id: number;
  name: string;
  kind: SequenceSample;
}

/** The last part of a place: its country, as most sources write it, or a city alone. */
const lastPart = sql`lower(btrim(split_part(location, ',', -1)))`;
const hasTitle = sql`not is_blank(job_title)`;
const hasCompany = sql`not is_blank(company_name)`;

/** Each lead is of one kind at most. */
const kindsOf = (isElsewhere: RawBuilder<unknown>): Record<SequenceSample, RawBuilder<unknown>> => ({
  complete: sql`${hasTitle} and ${hasCompany} and not is_blank(first_name) and not (${isElsewhere})`,
  no_title: sql`not ${hasTitle}`,
  no_company: sql`${hasTitle} and not ${hasCompany}`,
  elsewhere: sql`${hasTitle} and ${hasCompany} and ${isElsewhere}`,
});

/** The newest lead of each kind, in the order of the kinds. */
export async function listUnlikeLeads(tx: Tx, campaignId: number): Promise<UnlikeLead[]> {
  const abroad = findAbroad(await countLastParts(tx, campaignId));
  const kinds = kindsOf(sql`${lastPart} = any(${abroad}::text[])`);
  const found = SEQUENCE_SAMPLES.map(
    (kind, index) =>
      sql`(select ${index}::int as place, prospect_id, name, ${kind}::text as kind from leads where ${kinds[kind]}
        order by id desc limit 1)`,
  );
  const rows = await sql<UnlikeLead>`with leads as materialized (
      select l.id, p.id as prospect_id, btrim(p.first_name || ' ' || p.last_name) as name,
        p.first_name, p.job_title, p.company_name, coalesce(p.location, '') as location from ${newestLeads(tx, campaignId)})
    select prospect_id, name, kind from (${sql.join(found, sql` union all `)}) found order by place`.execute(tx.db);
  return rows.rows;
}

const newestLeads = ({ organization }: Tx, campaignId: number): RawBuilder<unknown> =>
  sql`(select prospect_id, id, stand_ins from campaign_leads where campaign_id = ${campaignId}
      and organization_id = ${organization.id} and archived_at is null
      order by id desc limit ${SEQUENCE_LIMITS.counted_leads}) l
    join prospects p on p.id = l.prospect_id and p.organization_id = ${organization.id}`;

interface LastPart {
  text: string;
  leads: number;
}

const MOST_LAST_PARTS = 500;

async function countLastParts(tx: Tx, campaignId: number): Promise<LastPart[]> {
  const rows =
    await sql<LastPart>`select ${lastPart} as text, count(*)::int as leads from ${newestLeads(tx, campaignId)}
    where not is_blank(location) group by 1 order by 2 desc, 1 limit ${MOST_LAST_PARTS}`.execute(tx.db);
  return rows.rows;
}

/** Those that name another country than most leads. 'Berlin' is in Germany, and what no table knows is no country. */
function findAbroad(parts: readonly LastPart[]): string[] {
  const known = parts.flatMap((part) => {
    const country = findPlaceZone(part.text)?.country;
    return country ? [{ ...part, country }] : [];
  });
  const sums = new Map<string, number>();
  for (const { country, leads } of known) sums.set(country, (sums.get(country) ?? 0) + leads);
  const [usual] = [...sums].toSorted((one, other) => other[1] - one[1])[0] ?? [];
  return known.flatMap(({ text, country }) => (country === usual ? [] : [text]));
}

export interface SampleLead {
  job_title: string | null;
  company: string | null;
  industry: string | null;
  company_size: string | null;
  location: string | null;
}

/** What the newest leads of a campaign do, without names and addresses. */
export async function listSampleLeads({ db, organization }: Tx, campaignId: number): Promise<SampleLead[]> {
  const rows = await sql<SampleLead>`
    select p.job_title, p.company_name as company, p.industry,
      p.company_amount_of_employees as company_size, p.location
    from (select prospect_id, id from campaign_leads where campaign_id = ${campaignId}
      and organization_id = ${organization.id} and archived_at is null
      order by id desc limit ${SEQUENCE_LIMITS.sample_leads}) l
    join prospects p on p.id = l.prospect_id and p.organization_id = ${organization.id}
    order by l.id desc`.execute(db);
  return rows.rows;
}
