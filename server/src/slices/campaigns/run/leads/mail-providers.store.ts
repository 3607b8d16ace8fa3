import { emailDomain } from '@overture/domain/addresses/email-address';
import { findMailProvider } from '@overture/domain/addresses/mail-providers';
import type { ProviderGroup } from '@overture/domain/sending/sender-choice';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../../kernel/context.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import { senderPool } from '../senders.store.ts';

type Tx = Pick<TransactionContext, 'db'>;

const domainOf = (email: string | null | undefined): string | null =>
  email == null || findMailProvider(email) !== null ? null : emailDomain(email);

/** Adds the known providers of the mailboxes' domains. Sends no DNS query. */
export async function withMxGroups<Row extends { email?: string | null | undefined }>(
  { db }: Tx,
  mailboxes: readonly Row[],
): Promise<(Row & { mx_group: ProviderGroup | null })[]> {
  const domains = [...new Set(mailboxes.flatMap(({ email }) => domainOf(email) ?? []))];
  const known =
    domains.length === 0
      ? []
      : (
          await sql<{ domain: string; provider_group: ProviderGroup }>`select domain, provider_group from mail_providers
            where domain = any(${domains}::text[]) and provider_group is not null`.execute(db)
        ).rows;
  const groups = new Map(known.map(({ domain, provider_group }) => [domain, provider_group]));
  return mailboxes.map((mailbox) => ({ ...mailbox, mx_group: groups.get(domainOf(mailbox.email) ?? '') ?? null }));
}

/** Campaigns per round; with more, each round takes another part. */
const MAX_CAMPAIGNS_PER_ROUND = 50;
/** Leads read from the head of each of their queues. */
const MAX_LEADS_PER_CAMPAIGN = 200;

/**
 * Domains to query now, claimed for this worker: of leads at the queue heads of campaigns that match providers, and of their senders.
 * Without an answer a domain is retried after 15 minutes. Domains unused for long are deleted.
 */
export async function claimDomains({ db }: Tx, limit: number): Promise<string[]> {
  await sql`delete from mail_providers where ask_at < (select app_now()) - interval '90 days'`.execute(db);
  const rows = await sql<{ domain: string }>`with matching as materialized (
      select c.id from campaigns c where c.status = 'ACTIVE' and c.provider_matching <> 'off'
        and (c.provider_matching = 'strict' or cardinality(${senderPool('email')}) > 1)
      order by random() limit ${MAX_CAMPAIGNS_PER_ROUND}),
    people as materialized (
      select f.prospect_id from matching c cross join (values (false), (true)) as q (is_new) cross join lateral (
        select l.prospect_id from campaign_leads l
        where l.campaign_id = c.id and l.next_lane = 'email' and l.lane_account_id = 0 and (l.status = 'SCHEDULED') = q.is_new
          and l.next_at is not null and not l.is_in_flight and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
        order by l.next_at limit ${MAX_LEADS_PER_CAMPAIGN}) f),
    wanted as (
      select lower(p.email_domain) as domain from prospects p where p.id = any(array(select prospect_id from people))
      union select lower(split_part(a.email::text, '@', 2)) from matching c
        join campaign_senders s on s.campaign_id = c.id and s.channel = 'email' join accounts a on a.id = s.account_id)
    insert into mail_providers as m (domain, ask_at)
      select w.domain, app_now() + interval '15 minutes' from wanted w
      where length(w.domain) between 1 and 253
        and not exists (select from mail_providers k where k.domain = w.domain and k.ask_at > (select app_now()))
      order by w.domain limit ${limit}
      on conflict (domain) do update set ask_at = excluded.ask_at where m.ask_at <= app_now()
      returning domain`.execute(db);
  return rows.rows.map(({ domain }) => domain);
}

/** Stores the answers: a provider for a month, none for a day. */
export async function saveProviders(
  { db }: Tx,
  answered: readonly { domain: string; provider_group: ProviderGroup | null }[],
): Promise<void> {
  if (answered.length === 0) return;
  await sql`update mail_providers m set provider_group = g.provider_group,
      ask_at = app_now() + case when g.provider_group is null then interval '1 day' else interval '30 days' end
    from json_to_recordset(${toJson(answered)}::json) as g (domain text, provider_group text)
    where m.domain = g.domain`.execute(db);
}
