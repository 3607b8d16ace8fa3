import type { ImportCheck } from '@overture/contract/address-checks';
import { ADDRESS_CHECKS } from '@overture/domain/addresses/address-checks';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { toStorableText } from '@overture/domain/text/storable-text';
import { cutText } from '@overture/domain/text/text-bounds';
import { type Kysely, sql } from 'kysely';
import type { DomainEventOf } from '../../events.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { reachOfEmail, suppressedBecause } from '../suppression-rules/index.ts';
import { CHECKS_LOOP } from './address-checks.store.ts';

/**
 * Checks of imports. An address that one of them waits for is a row of `address_checks` that names the import; it is checked
 * through `due_at`, like any other. Results change that row alone; the loop counts them, under the lock of the import, and
 * skips locked rows. A transaction with a locked address therefore never waits for an import.
 */
interface Db {
  db: Kysely<DB>;
}
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

interface OpenCheck {
  organization_id: number;
  import_id: number;
  search_id: number;
  listed_at: string;
  created_at: string;
  collected_to: number;
  is_collected: boolean;
  state: ImportCheck['state'];
}

/** Imports that get a step at a time. */
const AT_ONCE = 5;
/** Leads looked at in a step. */
const COLLECTED_AT_ONCE = 5000;
/** Questions of one organization: a campaign's find room beside them (`MOST_WAITING`). */
const MAX_ASKED = 100;
/** Of one domain, whose mail server may refuse hundreds in parallel. */
const MAX_OF_DOMAIN = 10;
/** Of all organizations: with this many overdue checks imports add none, which leaves room for the first mails of others. */
const MAX_OVERDUE = 500;

const columns = sql`import_id, file_name, state, reason, total, is_collected, checked, invalid, risky`;
const ofCheck = ({ organization_id, import_id }: Pick<OpenCheck, 'organization_id' | 'import_id'>) =>
  sql`organization_id = ${organization_id} and import_id = ${import_id}`;
/** SQL of the rows of an import that wait for their check to be requested. */
const unasked = ({ organization_id, import_id, created_at }: OpenCheck, limit: number) =>
  sql`select organization_id, email from address_checks where organization_id = ${organization_id} and import_id = ${import_id}
    and due_at is null and (verified_at is null or verified_at < ${created_at}::timestamptz) limit ${limit}`;

/** Told twice, it begins once; of an import that is gone it does not. */
export async function insertImportCheck(tx: Tx, given: DomainEventOf<'leads_imported'>): Promise<void> {
  const { id } = tx.organization;
  await sql`insert into import_address_checks (organization_id, import_id, search_id, file_name, listed_at)
    select organization_id, id, search_id, ${cutText(given.file_name, 300)}, ${given.listed_at}::timestamptz from imports
    where organization_id = ${id} and id = ${given.import_id} on conflict do nothing`.execute(tx.db);
}

export async function listImportChecks(tx: Tx, searchId: number): Promise<ImportCheck[]> {
  const rows = await sql<ImportCheck>`select ${columns} from import_address_checks
    where organization_id = ${tx.organization.id} and search_id = ${searchId}
      and (state in ('checking', 'paused') or ended_at > app_now() - interval '1 hour')
    order by created_at desc, import_id desc limit ${LIST_LIMITS.import_checks}`.execute(tx.db);
  return rows.rows;
}

/** One that has ended stays as it is. */
export async function stopImportCheck(tx: Tx, importId: number): Promise<ImportCheck | undefined> {
  await sql`update import_address_checks set state = 'stopped', is_open = true, reason = '', ended_at = app_now()
    where organization_id = ${tx.organization.id} and import_id = ${importId} and state in ('checking', 'paused')`.execute(
    tx.db,
  );
  return findImportCheck(tx, importId);
}

export async function continueImportCheck(tx: Tx, importId: number): Promise<ImportCheck | undefined> {
  await sql`update import_address_checks set state = 'checking', is_open = true, reason = ''
    where organization_id = ${tx.organization.id} and import_id = ${importId} and state = 'paused'`.execute(tx.db);
  return findImportCheck(tx, importId);
}

async function findImportCheck(tx: Tx, importId: number): Promise<ImportCheck | undefined> {
  const rows = await sql<ImportCheck>`select ${columns} from import_address_checks
    where organization_id = ${tx.organization.id} and import_id = ${importId}`.execute(tx.db);
  return rows.rows[0];
}

/** No checker is left: the import of this address waits for a user. Checks in progress expire. */
export async function pauseImportCheck(tx: Tx, email: string, reason: string): Promise<void> {
  await sql`update import_address_checks i set state = 'paused', is_open = false, reason = ${toStorableText(reason, 300)}
    from address_checks c where c.organization_id = ${tx.organization.id} and c.email = ${email}
      and i.organization_id = c.organization_id and i.import_id = c.import_id and i.state = 'checking'`.execute(tx.db);
}

/** Those that had no step for longest. */
export async function listOpenChecks({ db }: Db): Promise<Pick<OpenCheck, 'organization_id' | 'import_id'>[]> {
  const rows = await sql<Pick<OpenCheck, 'organization_id' | 'import_id'>>`select organization_id, import_id
    from import_address_checks where is_open
      and ${isNotParked(CHECKS_LOOP, sql.ref('organization_id'), sql`'import ' || import_id`)}
    order by fed_at limit ${AT_ONCE}`.execute(db);
  return rows.rows;
}

/** For this transaction alone; undefined where another worker has it. */
export async function claimOpenCheck(
  { db }: Db,
  { organization_id, import_id }: Pick<OpenCheck, 'organization_id' | 'import_id'>,
): Promise<OpenCheck | undefined> {
  const rows = await sql<OpenCheck>`update import_address_checks i set fed_at = app_now()
    from (select organization_id, import_id from import_address_checks where is_open
      and organization_id = ${organization_id} and import_id = ${import_id} for no key update skip locked) turn
    where i.organization_id = turn.organization_id and i.import_id = turn.import_id
    returning i.organization_id, i.import_id, i.search_id, i.listed_at::text as listed_at, i.created_at::text as created_at, i.collected_to, i.is_collected, i.state`.execute(
    db,
  );
  return rows.rows[0];
}

export async function countAnswers({ db }: Db, check: OpenCheck): Promise<void> {
  await sql`with answered as materialized (select organization_id, email from address_checks
      where ${ofCheck(check)} and due_at is null and verified_at >= ${check.created_at}::timestamptz for no key update skip locked),
    counted as (update address_checks c set import_id = null from answered a
      where c.organization_id = a.organization_id and c.email = a.email returning c.result)
    update import_address_checks i set checked = i.checked + n.checked, invalid = i.invalid + n.invalid, risky = i.risky + n.risky
    from (select count(*) as checked, count(*) filter (where result = 'invalid') as invalid,
        count(*) filter (where result in ('catch_all', 'risky')) as risky from counted) n
    where ${ofCheck(check)}`.execute(db);
}

/** Looks at the next leads of the file: whose address was not checked lately, and may be written to at all, waits from now on. */
export async function collectAddresses({ db }: Db, check: OpenCheck): Promise<void> {
  const { organization_id, import_id, search_id, listed_at, collected_to } = check;
  await sql`with page as materialized (select prospect_id from search_prospects
      where search_id = ${search_id} and status = 'IN_REVIEW' and created_at = ${listed_at}::timestamptz and coalesce(import_id, ${import_id}) = ${import_id}
        and prospect_id > ${collected_to} order by prospect_id limit ${COLLECTED_AT_ONCE}),
    addresses as materialized (select distinct lower(p.email collate "C") as email from page join prospects p on p.id = page.prospect_id
      where p.organization_id = ${organization_id} and p.email <> ''),
    wanted as (insert into address_checks as known (organization_id, email, import_id)
      select ${organization_id}, a.email::citext, ${import_id} from addresses a
      where ${suppressedBecause(reachOfEmail(sql`${organization_id}::bigint`, sql`a.email`))} is null order by a.email::citext
      on conflict (organization_id, email) do update set import_id = excluded.import_id
        where known.import_id is null and known.due_at is null and known.accepted_at is null and (known.verified_at is null
          or known.verified_at <= app_now() - make_interval(days => ${sql.lit(ADDRESS_CHECKS.good_for_days)}))
      returning 1)
    update import_address_checks set total = total + (select count(*) from wanted),
      is_collected = (select count(*) from page) < ${COLLECTED_AT_ONCE},
      collected_to = coalesce((select max(prospect_id) from page), collected_to)
    where ${ofCheck(check)}`.execute(db);
}

/** Asks about some of those that wait, as far as there is room. */
export async function startNextBatch({ db }: Db, check: OpenCheck): Promise<void> {
  const { organization_id } = check;
  await sql`with busy as materialized (select split_part(email::text, '@', 2) as domain, count(*) as n from address_checks
      where organization_id = ${organization_id} and due_at is not null group by 1),
    waiting as materialized (select email, split_part(email::text, '@', 2) as domain from (${unasked(check, 2 * MAX_ASKED)}
      for no key update skip locked) few),
    placed as (select w.email, coalesce(b.n, 0) + row_number() over (partition by w.domain) as place
      from waiting w left join busy b on b.domain = w.domain),
    taken as (select email from placed where place <= ${MAX_OF_DOMAIN}
      limit greatest(0, ${MAX_ASKED} - (select coalesce(sum(n), 0)::bigint from busy)))
    update address_checks c set asked_at = app_now(), due_at = app_now() from taken
    where c.organization_id = ${organization_id} and c.email = taken.email
      and (select count(*) from (select from address_checks where due_at <= app_now() limit ${MAX_OVERDUE}) few) < ${MAX_OVERDUE}`.execute(
    db,
  );
}

export async function finishCheck({ db }: Db, check: OpenCheck): Promise<void> {
  await sql`update import_address_checks i set state = 'finished', is_open = false, ended_at = app_now()
    where ${ofCheck(check)} and is_collected and not exists (select from address_checks c
      where c.organization_id = i.organization_id and c.import_id = i.import_id)`.execute(db);
}

/** Of an import that was stopped nothing waits: who was never asked about is forgotten, but for what a person said of them. */
export async function discardPending({ db }: Db, check: OpenCheck): Promise<void> {
  await sql`with few as materialized (${unasked(check, 10_000)} for update skip locked),
    kept as (update address_checks c set import_id = null from few
      where c.organization_id = few.organization_id and c.email = few.email and c.accepted_at is not null)
    delete from address_checks c using few
    where c.organization_id = few.organization_id and c.email = few.email and c.accepted_at is null`.execute(db);
  await sql`update import_address_checks i set is_open = false where ${ofCheck(check)} and not exists (select from address_checks c
      where c.organization_id = i.organization_id and c.import_id = i.import_id)`.execute(db);
}
