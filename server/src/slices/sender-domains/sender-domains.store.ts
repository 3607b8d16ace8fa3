import type { Authentication } from '@overture/domain/deliverability/authentication';
import type { BlocklistResult } from '@overture/domain/deliverability/blocklists';
import {
  AUTHENTICATION_GRACE_IN_HOURS,
  type AuthenticationVerdict,
  type DeliverabilityCheck,
} from '@overture/domain/deliverability/deliverability';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { mailboxTypes } from '../accounts/index.ts';

export const DOMAINS_LOOP = 'sender-domains';

interface Tx {
  db: Kysely<DB>;
  organization: { id: number };
}

export interface DeliverabilityRow {
  checks: DeliverabilityCheck[] | null;
  checked_at: Date | null;
  seen_selectors: string[];
  verdict: AuthenticationVerdict | null;
  /** Selectors with a published key at the last look-up. */
  dkim_selector: string | null;
  /** Of real time, at the database; null before the first check. */
  age_in_seconds: number | null;
  blocklists: BlocklistResult[] | null;
  blocklists_age_in_seconds: number | null;
}

const MOST_SELECTORS = 5;

export async function findDeliverability({ db }: Tx, accountId: number): Promise<DeliverabilityRow | undefined> {
  const rows = await sql<DeliverabilityRow>`select checks, checked_at, seen_selectors, verdict, dkim_selector,
    extract(epoch from now() - checked_at)::float8 as age_in_seconds, blocklists,
    extract(epoch from app_now() - blocklists_at)::float8 as blocklists_age_in_seconds
    from account_deliverability where account_id = ${accountId}`.execute(db);
  return rows.rows[0];
}

/** Domains of connected mailboxes with their number, and one mailbox of each. */
export async function listSendingDomains(
  { db }: Pick<Tx, 'db'>,
  limit: number,
): Promise<{ domain: string; mailboxes: number; organization_id: number; id: number }[]> {
  const rows = await sql<{ domain: string; mailboxes: number; organization_id: number; id: number }>`
    select domain, mailboxes, organization_id, id from (
      select lower(split_part(email, '@', 2)) as domain, count(*) over same::int as mailboxes, organization_id, id,
        row_number() over (same order by id desc) as place
      from accounts where deleted_at is null and account_type in ${mailboxTypes} and email like '%@%'
      window same as (partition by lower(split_part(email, '@', 2)))) as senders
    where place = 1 order by mailboxes desc, domain limit ${limit}`.execute(db);
  return rows.rows;
}

/** Stores a domain's result and since when it has a problem. A failed look-up keeps the earlier result. */
export async function saveDeliverability(
  { db, organization }: Tx,
  accountId: number,
  checks: readonly DeliverabilityCheck[],
  { verdict, dkim_selector }: Authentication,
): Promise<Date> {
  const rows = await sql<{ checked_at: Date }>`insert into account_deliverability as known
      (account_id, organization_id, checks, checked_at, verdict, dkim_selector, passed_at, failed_since)
    values (${accountId}, ${organization.id}, ${toJson(checks)}::jsonb, now(), ${verdict}, ${dkim_selector},
      case when ${verdict} = 'passed' then app_now() end, case when ${verdict} = 'failed' then app_now() end)
    on conflict (account_id) do update set checks = excluded.checks, checked_at = excluded.checked_at, verdict = excluded.verdict,
      dkim_selector = coalesce(excluded.dkim_selector, known.dkim_selector),
      passed_at = coalesce(excluded.passed_at, known.passed_at),
      failed_since = case excluded.verdict when 'failed' then coalesce(known.failed_since, excluded.failed_since)
        when 'unknown' then known.failed_since end
    returning checked_at`.execute(db);
  return rows.rows[0]?.checked_at as Date;
}

/** Stores what the lists said. The row of the mailbox exists: its domain was checked in this transaction. */
export async function saveListings({ db }: Tx, accountId: number, results: readonly BlocklistResult[]): Promise<void> {
  await sql`update account_deliverability set blocklists = ${toJson(results)}::jsonb, blocklists_at = app_now()
    where account_id = ${accountId}`.execute(db);
}

/** In hours: after a repair users should not wait until tomorrow. */
const NEXT_CHECK = { passed: 24, exempt: 24, failed: 1, unknown: 6 } as const;

/** Holds the campaign mails of a mailbox, or lets them go; true where that changed something. */
export async function holdForDomain(
  { db }: Pick<Tx, 'db'>,
  accountId: number,
  { verdict, reason }: Pick<Authentication, 'verdict' | 'reason'>,
): Promise<boolean> {
  const before = await sql<HoldRow>`select domain_hold_reason as reason, domain_held_from as held_from from accounts
    where id = ${accountId} for no key update`.execute(db);
  const after = await sql<HoldRow>`update accounts a set
      domain_hold_reason = case when d.failed_since is not null then coalesce(${reason}, a.domain_hold_reason) end,
      domain_held_from = case when d.passed_at is null or d.failed_since is null then d.failed_since
        else d.failed_since + make_interval(hours => ${AUTHENTICATION_GRACE_IN_HOURS}) end,
      domain_check_at = app_now() + make_interval(hours => ${NEXT_CHECK[verdict]})
    from account_deliverability d where a.id = ${accountId} and d.account_id = a.id
    returning a.domain_hold_reason as reason, a.domain_held_from as held_from`.execute(db);
  const [was, is] = [before.rows[0], after.rows[0]];
  return was?.reason !== is?.reason || was?.held_from?.getTime() !== is?.held_from?.getTime();
}

interface HoldRow {
  reason: string | null;
  held_from: Date | null;
}

/** Mailboxes whose domain is due, claimed for this worker; another worker may claim them after 15 minutes. */
export async function claimDueDomains(
  { db }: Pick<Tx, 'db'>,
  limit: number,
): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`update accounts
    set domain_check_at = app_now() + interval '15 minutes'
    where id in (select id from accounts where deleted_at is null and account_type in ${mailboxTypes} and domain_check_at <= app_now()
        and ${isNotParked(DOMAINS_LOOP, sql.ref('organization_id'), sql`id::text`)}
      order by domain_check_at limit ${limit} for no key update skip locked)
    returning id, organization_id`.execute(db);
  return rows.rows;
}

/** The user can't change this domain's DNS: nothing is held, and nothing is looked up. */
export async function freeFromDomain({ db }: Pick<Tx, 'db'>, accountId: number): Promise<void> {
  await sql`update accounts set domain_hold_reason = null, domain_held_from = null,
    domain_check_at = app_now() + interval '1 day' where id = ${accountId}`.execute(db);
}

/** Remembers a selector; nothing is written for one that is known. */
export async function rememberSelector({ db, organization }: Tx, accountId: number, selector: string): Promise<void> {
  await sql`insert into account_deliverability as known (account_id, organization_id, seen_selectors)
    values (${accountId}, ${organization.id}, array[${selector}::text])
    on conflict (account_id) do update
      set seen_selectors = (array[${selector}::text] || known.seen_selectors)[1:${sql.lit(MOST_SELECTORS)}]
      where not ${selector}::text = any(known.seen_selectors)`.execute(db);
}
