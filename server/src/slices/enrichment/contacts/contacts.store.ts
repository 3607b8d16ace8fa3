import { createHash } from 'node:crypto';
import type { KnownAddress } from '@overture/domain/leads/email-patterns';
import type { ContactLookup } from '@overture/domain/money/credits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { isAddress } from '../../suppression-rules/index.ts';
import { MOST_COLLEAGUES } from './lookup.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface Colleague extends KnownAddress {
  id: number;
  phone_number: string | null;
  company_website_url: string | null;
  /** False for addresses that bounced and for our own guesses: they teach nothing. */
  is_evidence: boolean;
}

/** People of the organization with an address at a domain, the newest first, `except` one. */
export async function listColleagues({ db, organization }: Tx, domain: string, except: number): Promise<Colleague[]> {
  const rows =
    await sql<Colleague>`select p.id, p.first_name, p.last_name, p.email, p.phone_number, p.company_website_url,
      not exists (select from suppressions s where s.organization_id = p.organization_id and ${isAddress('s', sql`p.email`)}
          and s.reason = 'hard_bounce')
        and not exists (select from contact_lookups l where l.prospect_id = p.id and l.lookup = 'FIND_EMAIL'
          and l.step = 'patterns' and l.value = p.email) as is_evidence
    from prospects p where p.organization_id = ${organization.id} and p.email_domain = ${domain} and p.id <> ${except}
    order by p.id desc limit ${MOST_COLLEAGUES}`.execute(db);
  return rows.rows;
}

/** A phone number of another lead (not `except`) with this address; null without one. */
export async function findPhoneByEmail(
  { db, organization }: Tx,
  email: string,
  except: number,
): Promise<string | null> {
  const rows = await sql<{ phone_number: string }>`select phone_number from prospects
    where organization_id = ${organization.id} and email = ${email} and id <> ${except} and not is_blank(phone_number)
    order by updated_at desc limit 1`.execute(db);
  return rows.rows[0]?.phone_number ?? null;
}

export interface RememberedStep {
  outcome: 'found' | 'not_found';
  value: string | null;
  confidence: number | null;
  evidence: string;
  asked_at: Date;
}

interface StepKey {
  prospect_id: number;
  lookup: ContactLookup;
  step: string;
  question: string;
}

const hash = (question: string): string => createHash('sha256').update(question).digest('hex').slice(0, 32);

/** A step's cached result for the same question; undefined without one. */
export async function recallStep({ db, organization }: Tx, key: StepKey): Promise<RememberedStep | undefined> {
  const rows = await sql<RememberedStep>`select outcome, value, confidence, evidence, asked_at from contact_lookups
    where organization_id = ${organization.id} and prospect_id = ${key.prospect_id} and lookup = ${key.lookup}
      and step = ${key.step} and question = ${hash(key.question)}`.execute(db);
  const row = rows.rows[0];
  return row && { ...row, asked_at: new Date(row.asked_at) };
}

export async function rememberStep(
  { db, organization }: Tx,
  key: StepKey,
  found: Omit<RememberedStep, 'asked_at'>,
): Promise<void> {
  await sql`insert into contact_lookups
      (organization_id, prospect_id, lookup, step, question, outcome, value, confidence, evidence)
    select ${organization.id}, id, ${key.lookup}, ${key.step}, ${hash(key.question)}, ${found.outcome}, ${found.value},
      ${found.confidence}, ${found.evidence}
    from prospects where organization_id = ${organization.id} and id = ${key.prospect_id}
    on conflict (prospect_id, lookup, step) do update set question = excluded.question, outcome = excluded.outcome,
      value = excluded.value, confidence = excluded.confidence, evidence = excluded.evidence, asked_at = app_now()`.execute(
    db,
  );
}

export interface KnownDomain {
  takes_mail: boolean;
  exchangers: string[];
  accepts_all: boolean | null;
}

/** Cached results for a domain since an instant. */
export async function findDomain(
  { db, organization }: Tx,
  domain: string,
  since: Date,
): Promise<KnownDomain | undefined> {
  const rows = await sql<KnownDomain>`select takes_mail, exchangers, accepts_all from contact_domains
    where organization_id = ${organization.id} and domain = ${domain} and checked_at > ${since}`.execute(db);
  return rows.rows[0];
}

export async function storeDomain({ db, organization }: Tx, domain: string, known: KnownDomain): Promise<void> {
  await sql`insert into contact_domains (organization_id, domain, takes_mail, exchangers, accepts_all)
    values (${organization.id}, ${domain}, ${known.takes_mail}, ${known.exchangers}::text[], ${known.accepts_all})
    on conflict (organization_id, domain) do update set takes_mail = excluded.takes_mail,
      exchangers = excluded.exchangers, accepts_all = excluded.accepts_all, checked_at = app_now()`.execute(db);
}
