import type { CustomValues } from '@overture/domain/leads/custom-columns';
import { ALL_INCOMING_FIELDS } from '@overture/domain/leads/incoming-fields';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const FIELDS = ALL_INCOMING_FIELDS.filter((field) => field !== 'custom');
const CUSTOM = 'custom.';

/** Values of a lead before and after, by field; of custom columns as `custom.<key>`. */
export type FieldChanges = Record<string, [before: unknown, after: unknown]>;

export interface LeadSnapshot {
  id: number;
  email: string | null;
  linkedin_key: string | null;
  fields: Record<string, string | null>;
  custom: CustomValues;
}

/** Leads with these ids, or with these addresses and profiles, as they are. Several leads may share an address. */
export async function listSnapshots(
  { db, organization }: Tx,
  by: { ids: readonly number[] } | { emails: readonly string[]; linkedin_keys: readonly string[] },
): Promise<LeadSnapshot[]> {
  const columns = sql`p.id, p.email::text as email, p.linkedin_key, p.custom,
    jsonb_build_object(${sql.join(FIELDS.flatMap((field) => [sql.lit(field), sql.ref(`p.${field}`)]))}) as fields`;
  const isMeant =
    'ids' in by
      ? sql`p.id = any(${[...by.ids]}::bigint[])`
      : sql`(p.email = any(${[...by.emails]}::text[]) or p.linkedin_key = any(${[...by.linkedin_keys]}::text[]))`;
  const { rows } = await sql<LeadSnapshot>`select ${columns} from prospects p
    where p.organization_id = ${organization.id} and ${isMeant} order by p.linkedin_key nulls last, p.id`.execute(db);
  return rows;
}

/** What differs; null where nothing does. */
export function compareSnapshots(before: LeadSnapshot, after: LeadSnapshot): FieldChanges | null {
  const changes: FieldChanges = {};
  for (const field of FIELDS) {
    const [was, is] = [before.fields[field] ?? null, after.fields[field] ?? null];
    if (was !== is) changes[field] = [was, is];
  }
  for (const [key, is] of Object.entries(after.custom))
    if (before.custom[key] !== is) changes[CUSTOM + key] = [before.custom[key] ?? null, is];
  return Object.keys(changes).length === 0 ? null : changes;
}

/** By what people are found and written to, and over which channel. */
const CHANNELS: Readonly<Record<string, string>> = {
  email: 'email',
  linkedin_key: 'linkedin',
  linkedin_profile_url: 'linkedin',
};

/**
 * Restores values that have not changed since. An address or profile that was written to stays: without it the same person would be added
 * once more, and be written to twice.
 */
export async function restoreFields(
  { db, organization }: Tx,
  leads: readonly { id: number; changes: FieldChanges }[],
): Promise<void> {
  const all = leads.flatMap(({ id, changes }) =>
    Object.entries(changes).map(([field, [before, after]]) => ({ id, field, before, after })),
  );
  for (const [field, rows] of Map.groupBy(all, (one) => one.field)) {
    const given = sql`json_to_recordset(${toJson(rows)}::json) as g (id bigint, before jsonb, after jsonb)`;
    const isLead = sql`p.id = g.id and p.organization_id = ${organization.id}`;
    if (field.startsWith(CUSTOM)) {
      const key = field.slice(CUSTOM.length);
      await sql`update prospects p set custom = case when g.before is null or g.before = 'null'::jsonb then p.custom - ${key}::text
          else p.custom || jsonb_build_object(${key}::text, g.before) end
        from ${given} where ${isLead} and p.custom -> ${key}::text = g.after`.execute(db);
    } else if (FIELDS.some((one) => one === field)) {
      const column = sql.ref(field);
      await sql`update prospects p set ${column} = coalesce(g.before #>> '{}', ${field.endsWith('_name') && field !== 'company_name' ? sql`''` : sql`null`})
        from ${given} where ${isLead} and p.${column} is not distinct from g.after #>> '{}' and not ${isWrittenTo(field)}`.execute(
        db,
      );
    }
  }
}

const isWrittenTo = (field: string): RawBuilder<unknown> =>
  CHANNELS[field] === undefined
    ? sql`false`
    : sql`exists (select from outbound_intents u where u.organization_id = p.organization_id and u.prospect_id = p.id
        and u.channel = ${CHANNELS[field]} and u.state not in ('cancelled', 'rejected'))`;

/** Tables by which a lead is in use: a person, a campaign or the lead itself did something. */
export const USES_OF_LEADS: readonly string[] = [
  ...['campaign_leads', 'chats', 'search_prospects', 'kanban_cards', 'crm_links', 'crm_push_leads', 'prospect_labels'],
  ...['outbound_intents', 'past_contacts', 'meetings', 'link_clicks', 'mail_opens', 'call_attempts', 'approvals'],
  ...['chat_notes', 'chat_uploads', 'user_drafts', 'possible_answers', 'past_mails', 'linkedin_relations'],
  // What the lead asked for, agreed to or was informed of has to be proven later.
  ...['privacy_requests', 'privacy_notices', 'legal_bases'],
];

/** Deletes leads without use, edit, payment, list and campaign. Returns which. */
export async function deleteUnused({ db, organization }: Tx, ids: readonly number[]): Promise<number[]> {
  const isResearched = sql`exists (select from enrichment_answers a where a.prospect_id = p.id and a.credits > 0)`;
  const isReferred = sql`exists (select from message_classes m where m.referral_prospect_id = p.id)`;
  const isUsed = sql.join(
    USES_OF_LEADS.map((table) => sql`exists (select from ${sql.table(table)} u where u.prospect_id = p.id)`),
    sql` or `,
  );
  // A transaction that begins to use one of them has committed after this, and the next statement sees it.
  await sql`select id from prospects where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[])
    order by id for update`.execute(db);
  const { rows } = await sql<{ id: number }>`delete from prospects p where p.organization_id = ${organization.id}
    and p.id = any(${[...ids]}::bigint[]) and p.edited_at is null and not (${isUsed} or ${isResearched} or ${isReferred}) returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
