import {
  REPEATS_COUNTED_EXACTLY,
  SECURITY_EVENTS,
  SECURITY_EVENTS_KEPT_IN_DAYS,
  type SecurityEventName,
  type SecurityOutcome,
  type SecuritySubject,
} from '@overture/domain/security/events';
import { toStorableText } from '@overture/domain/text/storable-text';
import { type Kysely, sql } from 'kysely';
import type { Actor, Context, SystemContext } from '../context.ts';
import type { Vault } from '../crypto.ts';
import type { DB } from '../db/__generated__/database.ts';
import { toJson } from '../db/to-json.ts';
import type { Log } from '../log.ts';
import { describeDevice, findCountry, type RequestOrigin } from './request-origin.ts';

export interface SecurityEvent {
  event: SecurityEventName;
  /** Left out: the default of the event. */
  outcome?: SecurityOutcome;
  /** Left out: the context's own. An event without an organization is on the operator's line only. */
  organization_id?: number | null;
  user_id?: number | null;
  /** Who did it, where that is not the person it concerns. Left out: the context's, or the person. */
  actor_id?: number | null;
  /** The key by which a program did it. Left out: the context's. */
  api_key_id?: number | null;
  /** Left out: the request's. */
  origin?: RequestOrigin | null;
  /** The subject. Its label is for the organization only (a sender's address) and never on the operator's line. */
  subject?: { kind: SecuritySubject; id?: number; label?: string };
  /** A short word of ours (`wrong_password`, the name of a limit), never a text from outside. */
  reason?: string;
  /** Address of an unknown user: only a keyed hash is written, enough to recognize equal ones. */
  email?: string;
}

/** A context of any use case: inside a transaction the row is written with it, else on its own. */
export type SecurityLogContext = {
  log: Log;
  vault: Vault;
  origin?: RequestOrigin | undefined;
  organization?: { id: number };
  user?: Actor | null;
} & (
  | { db: Kysely<DB>; afterCommit(work: () => void): void }
  | Pick<SystemContext, 'systemTransaction'>
  | Pick<Context, 'transaction'>
);

/**
 * Writes one event: a structured line for the operator and a row of the organization's log. It never throws. In a transaction both
 * come with its commit; a failure that ends in a throw is therefore recorded outside of one. Repeated failures and refusals are
 * counted, not written one by one, and so is what programs do by key.
 */
export async function recordSecurityEvent(ctx: SecurityLogContext, given: SecurityEvent): Promise<void> {
  try {
    const facts = gatherFacts(ctx, given);
    const isMany = facts.outcome !== 'success' || given.event === 'api_key_acted';
    const isRepeatable = isMany && !('db' in ctx);
    const repeats = isRepeatable ? countRepeats(facts) : 1;
    if (repeats === 0) return;
    const line = () => writeLine(ctx, facts, repeats);
    if ('db' in ctx) ctx.afterCommit(line);
    else line();
    if (facts.organization_id === null) return;
    const row = toRow(facts, given, repeats);
    if (!(await insert(ctx, row, isRepeatable))) ctx.log.error({ event: given.event }, 'security event not stored');
  } catch (error) {
    ctx.log.error({ err: error, event: given.event }, 'security event not stored');
  }
}

interface Facts {
  event: SecurityEventName;
  outcome: SecurityOutcome;
  organization_id: number | null;
  user_id: number | null;
  actor_id: number | null;
  api_key_id: number | null;
  ip: string | null;
  country: string | null;
  device: string | null;
  subject_kind: string | null;
  subject_id: number | null;
  reason: string | null;
  address_hash: string | null;
}

function gatherFacts(ctx: SecurityLogContext, given: SecurityEvent): Facts {
  const origin = given.origin === undefined ? ctx.origin : given.origin;
  return {
    event: given.event,
    outcome: given.outcome ?? SECURITY_EVENTS[given.event].outcome,
    organization_id: given.organization_id === undefined ? (ctx.organization?.id ?? null) : given.organization_id,
    ...gatherActors(ctx.user ?? null, given),
    ...describeOrigin(origin ?? null),
    subject_kind: given.subject?.kind ?? null,
    subject_id: given.subject?.id ?? null,
    reason: given.reason ? toStorableText(given.reason, 100) : null,
    address_hash: given.email === undefined ? null : ctx.vault.sign('security-log', given.email.toLowerCase()),
  };
}

const describeOrigin = (origin: RequestOrigin | null): Pick<Facts, 'ip' | 'country' | 'device'> => ({
  ip: origin && toStorableText(origin.ip, 45),
  country: origin && findCountry(origin.ip),
  device: describeDevice(origin?.user_agent ?? null),
});

/** A program is named by its key, not by the person who lends it the rights. */
function gatherActors(user: Actor | null, given: SecurityEvent): Pick<Facts, 'user_id' | 'actor_id' | 'api_key_id'> {
  const person = user?.api_key ? null : user;
  const user_id = given.user_id === undefined ? (person?.id ?? null) : given.user_id;
  return {
    user_id,
    actor_id: given.actor_id === undefined ? (person?.actor_id ?? user_id) : given.actor_id,
    api_key_id: given.api_key_id ?? user?.api_key?.id ?? null,
  };
}

function writeLine(ctx: SecurityLogContext, facts: Facts, repeats: number): void {
  const { label } = SECURITY_EVENTS[facts.event];
  const fields = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
  ctx.log.info({ security: true, ...fields, ...(repeats > 1 ? { repeats } : {}) }, label.toLowerCase());
}

function toRow({ address_hash: _, ...facts }: Facts, { subject }: SecurityEvent, repeats: number): object {
  return { ...facts, subject_label: subject?.label ? toStorableText(subject.label, 200) : null, repeats };
}

async function insert(ctx: SecurityLogContext, row: object, isRepeatable: boolean): Promise<boolean> {
  const add = async ({ db }: { db: Kysely<DB> }): Promise<boolean> => {
    const answer = await sql<{ is_kept: boolean }>`
      select record_security_event(jsonb_strip_nulls(${toJson(row)}::jsonb), ${isRepeatable}) as is_kept`.execute(db);
    return answer.rows[0]?.is_kept ?? false;
  };
  if ('db' in ctx) return add(ctx);
  return 'systemTransaction' in ctx ? ctx.systemTransaction(add) : ctx.transaction(add);
}

const MAX_KEYS = 10_000;
const lately = { minute: 0, counts: new Map<string, number>() };

/** How many equal events the one to write now represents; 0 when it is only counted. */
function countRepeats(facts: Facts): number {
  const minute = Math.floor(performance.now() / 60_000);
  if (lately.minute !== minute || lately.counts.size > MAX_KEYS) {
    lately.minute = minute;
    lately.counts.clear();
  }
  const key = JSON.stringify(Object.values(facts));
  const count = (lately.counts.get(key) ?? 0) + 1;
  lately.counts.set(key, count);
  if (count <= REPEATS_COUNTED_EXACTLY) return 1;
  // A power of two: as many again as were written before.
  return (count & (count - 1)) === 0 ? count / 2 : 0;
}

const PRUNED_AT_ONCE = 10_000;

/** Ends what is older than it is kept for; many rows take several rounds. */
export async function pruneSecurityEvents(ctx: Pick<SystemContext, 'systemTransaction'>): Promise<void> {
  await ctx.systemTransaction(({ db }) =>
    sql`delete from security_events where id in (select id from security_events
      where occurred_at < app_now() - make_interval(days => ${SECURITY_EVENTS_KEPT_IN_DAYS}) limit ${PRUNED_AT_ONCE})`.execute(
      db,
    ),
  );
}
