import type { Prospect } from '@overture/contract/prospects';
import type { CustomValues } from '@overture/domain/leads/custom-columns';
import type { CustomValue } from '@overture/domain/leads/custom-values';
import {
  type EditedColumn,
  LEAD_FIELDS,
  LEAD_PLACES,
  type LeadFieldColumn,
  type LeadFieldValues,
  STORED_FIELDS,
  shapeLead,
} from '@overture/domain/leads/lead-fields';
import { LEAD_NAMES } from '@overture/domain/message/template/names';
import { resolveLeadZone, type ZoneFacts } from '@overture/domain/zones/lead-zone';
import { type RawBuilder, sql } from 'kysely';
import type { ReplicaReadContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isErased } from '../suppression-rules/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const columns = STORED_FIELDS.map((id) => sql.ref(`p.${LEAD_FIELDS[id].column}`));

export const prospectColumns: RawBuilder<ProspectRow> = sql`p.id, p.profile_picture_url, p.company_logo_url, p.added_to_crm, p.custom, p.other_emails,
  p.other_email_sources, ${sql.join(columns)}`;

export interface ProspectRow extends LeadFieldValues {
  id: number;
  profile_picture_url: string | null;
  company_logo_url: string | null;
  added_to_crm: boolean;
  custom: CustomValues;
  other_emails: string[];
  other_email_sources: string[];
}

export function presentProspect(row: ProspectRow): Prospect {
  const { company, ...person } = shapeLead(row);
  const other_emails = row.other_emails.map((email, place) => ({
    email,
    source: row.other_email_sources[place] ?? '',
  }));
  return {
    id: row.id,
    profile_picture_url: row.profile_picture_url,
    added_to_crm: row.added_to_crm,
    ...person,
    zone: resolveLeadZone(row),
    company: { ...company, logo_url: row.company_logo_url, industry: row.industry },
    ...(other_emails.length === 0 ? {} : { other_emails }),
    ...(Object.keys(row.custom).length === 0 ? {} : { custom: row.custom }),
  };
}

/** What messages can name, as columns of `prospects p` under the names of the variables; custom columns in one (`CustomFacts`). */
export const messageColumns: RawBuilder<unknown> = sql.join([
  ...Object.entries(LEAD_NAMES).map(
    ([name, field]) => sql`${sql.ref(`p.${LEAD_FIELDS[field].column}`)}::text as ${sql.ref(name)}`,
  ),
  sql`custom_of_lead(p.organization_id, p.custom) as custom`,
]);

/** The facts that determine the time zone of `prospects p` (`ZoneFacts`), as one value. */
export const zoneFacts: RawBuilder<ZoneFacts> = sql`json_build_object('time_zone', p.time_zone, 'location', p.location,
  'phone_number', p.phone_number, 'company_location', p.company_location, 'company_website_url', p.company_website_url,
  'email', p.email)`;

/** The cells of `prospects p` in an export, in the order of its headings (`LEAD_HEADINGS`). */
export const exportedCells: readonly RawBuilder<unknown>[] = LEAD_PLACES.export.map((id) =>
  sql.ref(`p.${LEAD_FIELDS[id].column}`),
);

/** People by id, in the order of the ids; unknown ones are left out. */
export async function findProspects(
  { db, organization }: Pick<ReplicaReadContext, 'db' | 'organization'>,
  ids: readonly number[],
): Promise<Prospect[]> {
  if (ids.length === 0) return [];
  const rows = await sql<ProspectRow>`select ${prospectColumns} from prospects p
    join unnest(${ids}::bigint[]) with ordinality as given (id, position) using (id)
    where p.organization_id = ${organization.id} order by given.position`.execute(db);
  return rows.rows.map(presentProspect);
}

/** Leads by id with what is stored of them, locked in one order; unknown ones are left out. */
export async function lockProspects({ db, organization }: Tx, ids: readonly number[]): Promise<ProspectRow[]> {
  const rows = await sql<ProspectRow>`select ${prospectColumns} from prospects p
    where p.organization_id = ${organization.id} and p.id = any(${[...ids]}::bigint[]) order by p.id for no key update`.execute(
    db,
  );
  return rows.rows;
}

/** What becomes of a lead's custom columns: null clears one. */
export type CustomChange = Readonly<Record<string, CustomValue | null>>;

export type ContactChange = { [Column in EditedColumn]?: string | null };

/** SQL: a person changed the lead. Undoing the import that brought it leaves it. */
const edited = sql`edited_at = app_now()`;

/** Changes what is given (null clears); answers the person, or undefined when unknown. */
export async function updateContact(
  { db, organization }: Tx,
  id: number,
  change: ContactChange & Partial<Pick<ProspectRow, 'other_emails' | 'other_email_sources'>>,
  custom: CustomChange = {},
): Promise<Prospect | undefined> {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  const assignments = [
    ...fields.map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql`updated_at = app_now()`,
    edited,
  ];
  if (Object.keys(custom).length > 0)
    assignments.push(sql`custom = jsonb_strip_nulls(p.custom || ${toJson(custom)}::jsonb)`);
  const rows = await sql<ProspectRow>`update prospects p set ${sql.join(assignments)}
    where p.organization_id = ${organization.id} and p.id = ${id} returning ${prospectColumns}`.execute(db);
  return rows.rows[0] && presentProspect(rows.rows[0]);
}

/** SQL that is true unless the new value of a field is the address or number of an erased person. */
function isNotErased(organizationId: number, field: string, value: RawBuilder<unknown>): RawBuilder<boolean> {
  if (field !== 'email' && field !== 'phone_number') return sql<boolean>`true`;
  const organization_id = sql`${organizationId}::bigint`;
  const nothing = sql`null::text`;
  const email = field === 'email' ? value : nothing;
  const phone_key = field === 'phone_number' ? sql`phone_key(${value})` : nothing;
  return sql<boolean>`not ${isErased({ organization_id, email, phone_key, linkedin_key: nothing })}`;
}

/**
 * Fills empty fields of a lead from a look-up; existing values, edits above all, stay. Returns whether it was written. The
 * caller raises the version, once for many.
 */
export async function fillContact(
  { db, organization }: Tx,
  id: number,
  field: keyof ContactChange,
  value: string,
): Promise<boolean> {
  const rows = await sql`update prospects p set ${sql.ref(field)} = ${value}, updated_at = app_now()
    where p.organization_id = ${organization.id} and p.id = ${id} and is_blank(${sql.ref(field)})
      and ${isNotErased(organization.id, field, sql`${value}::text`)} returning p.id`.execute(db);
  return rows.rows.length > 0;
}

/** Locks people in one order: two writers of the same people do not deadlock. */
const locked = (organizationId: number, given: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`select p.id
  from prospects p join ${given} on g.prospect_id = p.id
  where p.organization_id = ${organizationId} and ${condition} order by p.id for no key update of p`;

/** Fills an empty field of many people by what a person typed. Answers how many were written; the others have a value by now. */
export async function fillField(
  { db, organization }: Tx,
  field: LeadFieldColumn,
  values: readonly { prospect_id: number; value: string }[],
): Promise<number> {
  const given = sql`json_to_recordset(${toJson(values)}::json) as g (prospect_id bigint, value text)`;
  const column = sql.ref(`p.${field}`);
  const done = await sql`with blank as materialized (${locked(
    organization.id,
    given,
    sql`is_blank(${column}::text) and ${isNotErased(organization.id, field, sql`g.value`)}`,
  )})
    update prospects p set ${sql.ref(field)} = g.value, updated_at = app_now(), ${edited}
    from ${given} join blank on blank.id = g.prospect_id where p.id = g.prospect_id`.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}

/** Writes a field of many people where it still is what was seen; '' empties it. Answers how many were written. */
export async function changeFields(
  { db, organization }: Tx,
  field: LeadFieldColumn,
  values: readonly { prospect_id: number; from: string; to: string }[],
): Promise<number> {
  const given = sql`json_to_recordset(${toJson(values)}::json) as g (prospect_id bigint, "from" text, "to" text)`;
  const column = sql.ref(`p.${field}`);
  const isRequired = field === 'first_name' || field === 'last_name';
  const value = isRequired ? sql`g."to"` : sql`nullif(g."to", '')`;
  const isSame = sql`coalesce(${column}, '') = g."from" and ${isNotErased(organization.id, field, value)}`;
  const done = await sql`with same as materialized (${locked(organization.id, given, isSame)})
    update prospects p set ${sql.ref(field)} = ${value}, updated_at = app_now(), ${edited}
    from ${given} join same on same.id = g.prospect_id where p.id = g.prospect_id`.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}

/** A CRM has a record of them. */
export async function markAddedToCrm({ db, organization }: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update prospects set added_to_crm = true where organization_id = ${organization.id}
    and id = any(${[...ids]}::bigint[]) and not added_to_crm`.execute(db);
}
