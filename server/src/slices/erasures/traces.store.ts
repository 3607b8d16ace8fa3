import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import type { Key } from './known-by.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface Traces {
  ids: readonly number[];
  keys: readonly Key[];
  names: readonly string[];
  provider_ids: readonly string[];
}

const valuesOf = ({ keys }: Pick<Traces, 'keys'>, kind: Key['kind']): string[] =>
  keys.flatMap((key) => (key.kind === kind ? [key.value] : []));

/** SQL that is true for a text that holds one of the addresses or profiles. Reads the text once, however many there are. */
function names(traces: Traces, text: RawBuilder<unknown>): RawBuilder<boolean> {
  const found = (pattern: string, values: string[]) => sql`exists (select from
    regexp_matches(lower(${text}), ${pattern}, 'g') m where m[1] = any(${values.map((value) => value.toLowerCase())}::text[]))`;
  return sql<boolean>`(${found("([a-z0-9._%+'-]+@[a-z0-9.-]+[a-z0-9])", valuesOf(traces, 'address'))}
    or ${found('linkedin\\.com/(in/[^/?#,;\\s"]+)', valuesOf(traces, 'linkedin'))})`;
}

/** SQL of the messages that came from their addresses, in conversations of others too. One index holds all that it reads. */
export const writtenFrom = (traces: Pick<Traces, 'keys'>, own: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select i.id from chat_messages i where i.${own} and i.from_email is not null
    and lower(i.from_email::text) = any(${valuesOf(traces, 'address')}::text[])`;

/** Removes their addresses from the recipients of mails in conversations of others: from what is kept, from what left, and from drafts. */
function removeRecipient(traces: Pick<Traces, 'keys'>, own: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const addresses = valuesOf(traces, 'address');
  const emails = sql`any(${addresses}::text[])`;
  const rest = (column: RawBuilder<unknown>) => sql`array(select g.email from unnest(${column})
    with ordinality as g (email, place) where not lower(g.email) = ${emails} order by g.place)`;
  const holds = (list: RawBuilder<unknown>) =>
    sql`exists (select from unnest(${list}) as g (email) where lower(g.email) = ${emails})`;
  // Each half reads an index of its own.
  const named = sql`select r.id from chat_messages r where r.${own}
      and (r.other_to_emails <> '{}' or r.cc_emails <> '{}' or r.bcc_emails <> '{}')
      and ${holds(sql`r.other_to_emails || r.cc_emails || r.bcc_emails`)}
    union all select f.id from chat_messages f where f.${own} and f.kind = 'FORWARD' and f.to_email = any(${addresses}::citext[])`;
  const less = (column: RawBuilder<unknown>) => sql`case when ${column} is not null then ${rest(column)} end`;
  return [
    // One that is on its way is checked against the suppression list, which holds them from now on.
    sql`update outbound_intents i set cc_emails = ${less(sql`i.cc_emails`)}, bcc_emails = ${less(sql`i.bcc_emails`)},
        to_email = case when i.state = 'intent' or not lower(i.to_email::text) = ${emails} then i.to_email end
      where i.${own} and i.kind in ('chat_answer', 'chat_forward') and i.state <> 'dispatching' and i.ref_id = any(array(${named}))`,
    sql`update chat_messages m set other_to_emails = ${rest(sql`m.other_to_emails`)}, cc_emails = ${rest(sql`m.cc_emails`)},
        bcc_emails = ${rest(sql`m.bcc_emails`)},
        to_email = case when m.kind = 'FORWARD' and lower(m.to_email::text) = ${emails} then null else m.to_email end
      where m.id = any(array(${named}))`,
    // Who else should get it is chosen again.
    sql`update user_drafts d set bcc_emails = ${rest(sql`d.bcc_emails`)}, extras = d.extras - 'cc' - 'forward', version = d.version + 1
      where d.${own} and (${holds(sql`d.bcc_emails`)} or exists (select from unnest(${addresses}::text[]) as g (email)
        where strpos(lower(d.extras ->> 'cc'), g.email) > 0 or strpos(lower(d.extras ->> 'forward'), g.email) > 0))`,
  ];
}

/**
 * Deletes what no foreign key ties to a lead: rows that name the person by number, address, profile, or id outside. Rows about others
 * that mention the person stay, without the address.
 */
export async function deleteTraces({ db, organization }: Tx, traces: Traces): Promise<void> {
  const own = sql`organization_id = ${organization.id}`;
  const ids = sql`any(${[...traces.ids]}::bigint[])`;
  const emails = sql`any(${valuesOf(traces, 'address')}::text[])`;
  const profiles = sql`any(${valuesOf(traces, 'linkedin')}::text[])`;
  const phones = sql`any(${valuesOf(traces, 'phone')}::text[])`;
  const statements = [
    sql`delete from enrichment_cells where ${own} and prospect_id = ${ids}`,
    sql`delete from automation_runs where ${own} and prospect_id = ${ids}`,
    sql`delete from webhook_messages where ${own} and prospect_id = ${ids}`,
    sql`delete from address_checks where ${own} and email::text = ${emails}`,
    sql`delete from crm_people where ${own} and (email = ${emails} or linkedin_key = ${profiles} or other_emails && ${valuesOf(traces, 'address')}::text[])`,
    sql`delete from tool_import_rows where ${own} and (kind = 'lead' and (object_id = ${ids} or data ->> 'linkedin_key' = ${profiles})
      or kind = 'suppression' and (data ->> 'value' = ${profiles} or data ->> 'value' = ${phones}) or lower(email) = ${emails})`,
    sql`delete from messaging_people where ${own} and (provider_id = any(${[...traces.provider_ids]}::text[]) or phone_key('+' || phone) = ${phones})`,
    sql`delete from outbound_intents i using chat_messages m where i.${own} and i.kind = 'chat_forward' and i.ref_id = m.id
      and m.kind = 'FORWARD' and m.prospect_id = ${ids}`,
    sql`delete from possible_answers where ${own} and from_email::text = ${emails}`,
    sql`update chat_messages m set from_name = null, from_email = null where m.${own} and m.id = any(array(${writtenFrom(traces, own)}))`,
    ...removeRecipient(traces, own),
    sql`update message_classes set referral = null where ${own} and (referral_prospect_id = ${ids}
      or lower(referral ->> 'email') = ${emails})`,
    // Examples of messages to leads, in what was shown before a campaign started.
    sql`update approvals a set preview = jsonb_set(a.preview, '{messages}', '[]') where a.${own} and a.kind = 'campaign_activation'
      and exists (select from campaign_leads l join prospects p on p.id = l.prospect_id
        where l.campaign_id = a.campaign_id and l.prospect_id = ${ids} and (p.first_name <> '' and strpos(a.preview ->> 'messages', p.first_name) > 0
          or p.last_name <> '' and strpos(a.preview ->> 'messages', p.last_name) > 0))`,
    sql`delete from import_bad_rows where ${own} and ${names(traces, sql`line`)}`,
    sql`delete from crm_exchanges where ${own} and ${names(traces, sql`sent || ' ' || answered`)}`,
    sql`delete from notice_mails where ${own} and mailed_at is not null and exists (
      select from unnest(${[...traces.names]}::text[]) as n (name) where strpos(subject || ' ' || array_to_string(paragraphs, ' '), n.name) > 0)`,
    sql`delete from linkedin_events where ${own} and exists (
      select from unnest(${[...traces.provider_ids]}::text[]) as g (id) where strpos(payload::text, g.id) > 0)`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Files that conversations of these leads name. */
export async function listFiles({ db, organization }: Tx, ids: readonly number[]): Promise<string[]> {
  const given = sql`any(${[...ids]}::bigint[])`;
  const { rows } = await sql<{ file_key: string }>`select f.file_key from chat_messages m
      join chat_attachments f on f.message_id = m.id where m.organization_id = ${organization.id} and m.prospect_id = ${given}
    union select file_key from chat_uploads where organization_id = ${organization.id} and prospect_id = ${given}
    union select f ->> 'file_key' from possible_answers a cross join lateral jsonb_array_elements(a.files) f
      where a.organization_id = ${organization.id} and a.prospect_id = ${given}`.execute(db);
  return rows.map(({ file_key }) => file_key);
}
