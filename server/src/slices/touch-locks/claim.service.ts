import { describeBlockingLock } from '@overture/domain/campaign/touch-locks';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import type { IntentHead, OutboundKind, Verdict } from '../action-kinds/index.ts';
import type { Touch } from './claim.store.ts';
import * as store from './claim.store.ts';
import { type CompanyTouch, listCompanyHolds, lockCompanies, restCompanies, toCompany } from './companies.store.ts';

type Claim = Awaited<ReturnType<NonNullable<OutboundKind['claim']>>>;
type Hold = Extract<Verdict, { verdict: 'hold' }>;

/** A lead that met another one of its own round, and leads of an organization that is being recorded, are tried again this soon. */
const RETRY_IN_MS = 60_000;

/**
 * Takes the touch lock for leads that are contacted for the first time, inside the dispatching transaction and before budgets: leads,
 * locks, days is the order of locks. A lead gets all keys of its person or none. `finish` gives back what was not dispatched. Called for
 * organizations with the lock (`hasTouchLock`), once the stop check shares their rules (`sharesTouchRules`).
 */
export async function claimTouches(
  tx: SystemTransactionContext,
  intents: readonly IntentHead[],
  now: Date,
): Promise<Claim> {
  const outward = intents.filter(({ action }) => action !== 'look' && action !== 'withdraw');
  const touches = await store.listTouches(
    tx,
    outward.map(({ ref_id }) => ref_id),
  );
  const held = new Map<number, Hold>();
  const soon = new Date(now.getTime() + RETRY_IN_MS);
  for (const { lead_id, is_first, is_recording } of touches)
    if (is_first && is_recording)
      held.set(lead_id, hold(soon, 'Recording who was contacted before the touch lock was turned on'));
  const companies = toCompanyTouches(touches);
  await holdCompanies(tx, companies, touches, held, soon);
  const firsts = touches.filter(({ lead_id, is_first }) => is_first && !held.has(lead_id));
  for (const [id, one] of await claimPeople(tx, firsts, companies, soon)) held.set(id, one);
  const taken = firsts.filter(({ lead_id }) => !held.has(lead_id)).map(({ lead_id }) => lead_id);
  return {
    holds: new Map(outward.flatMap(({ id, ref_id }) => (held.has(ref_id) ? [[id, held.get(ref_id)!]] : []))),
    async finish(dispatched) {
      const sent = new Set(outward.filter(({ id }) => dispatched.has(id)).map(({ ref_id }) => ref_id));
      await store.releaseKeys(
        tx,
        taken.filter((id) => !sent.has(id)),
      );
      await restCompanies(
        tx,
        taken.flatMap((id) => (sent.has(id) ? (companies.get(id) ?? []) : [])),
      );
    },
  };
}

/** A person of the team sees the words and, once it is known, the end. */
const hold = (until: Date | null, reason: string): Hold => ({ verdict: 'hold', rule: 'touch_lock', until, reason });

/** The companies of leads where some campaign holds companies, by lead; people without a company are left out. */
function toCompanyTouches(touches: readonly Touch[]): Map<number, CompanyTouch> {
  const companies = new Map<number, CompanyTouch>();
  for (const { tracks_companies, email, company_name, ...touch } of touches) {
    const company = tracks_companies ? toCompany(email, company_name) : null;
    if (company !== null) companies.set(touch.lead_id, { ...touch, company });
  }
  return companies;
}

/** A reply pauses everybody at a company; a first touch waits for its room and its gap too. */
async function holdCompanies(
  tx: SystemTransactionContext,
  companies: ReadonlyMap<number, CompanyTouch>,
  touches: readonly Touch[],
  held: Map<number, Hold>,
  soon: Date,
): Promise<void> {
  if (companies.size === 0) return;
  const asked = [...companies.values()];
  const first = new Set(touches.filter(({ is_first }) => is_first).map(({ lead_id }) => lead_id));
  await lockCompanies(tx, asked);
  for (const { lead_id, until, is_reply } of await listCompanyHolds(tx, asked)) {
    if (is_reply) held.set(lead_id, hold(until, 'A colleague of this lead has replied'));
    else if (first.has(lead_id))
      held.set(
        lead_id,
        hold(
          until,
          until ? 'A colleague of this lead was just contacted' : 'Enough people of this company are in contact',
        ),
      );
  }
  const started = new Set<string>();
  // Of a round the campaigns that hold companies come last: they see whom the others contact.
  const inOrder = [...asked].sort((a, b) => Number(a.holds_companies) - Number(b.holds_companies));
  for (const { lead_id, organization_id, company, holds_companies, referred_at } of inOrder) {
    if (!first.has(lead_id) || held.has(lead_id)) continue;
    const key = `${organization_id} ${company}`;
    if (holds_companies && referred_at === null && started.has(key))
      held.set(lead_id, hold(soon, 'A colleague of this lead was just contacted'));
    started.add(key);
  }
}

async function claimPeople(
  tx: SystemTransactionContext,
  firsts: readonly Touch[],
  companies: ReadonlyMap<number, CompanyTouch>,
  soon: Date,
): Promise<Map<number, Hold>> {
  const held = new Map<number, Hold>();
  if (firsts.length === 0) return held;
  const leads = firsts.map(({ lead_id }) => ({ lead_id, company: companies.get(lead_id)?.company ?? null }));
  const claimed = await store.claimKeys(tx, leads);
  const lost = claimed.filter(({ wanted, got }) => got < wanted).map((row) => row.lead_id);
  for (const [id, one] of await holdUnrested(tx, firsts, new Set(lost))) held.set(id, one);
  if (lost.length === 0) return held;
  const blockers = await store.listBlockers(tx, lost);
  await store.releaseKeys(tx, lost);
  for (const id of lost) held.set(id, hold(soon, 'In contact with another campaign'));
  for (const { lead_id, until, ...blocker } of blockers) held.set(lead_id, hold(until, describeBlockingLock(blocker)));
  return held;
}

/** A campaign may ask for a longer rest than the locks of its organization last: its leads give their keys back. */
async function holdUnrested(
  tx: SystemTransactionContext,
  firsts: readonly Touch[],
  lost: ReadonlySet<number>,
): Promise<Map<number, Hold>> {
  const asking = firsts.flatMap(({ lead_id, rest_days }) =>
    rest_days === null || lost.has(lead_id) ? [] : [{ lead_id, rest_days }],
  );
  if (asking.length === 0) return new Map();
  const found = await store.listUnrested(tx, asking);
  const ids = found.map(({ lead_id }) => lead_id);
  await store.releaseKeys(tx, ids);
  const daysOf = new Map(asking.map(({ lead_id, rest_days }) => [lead_id, rest_days]));
  return new Map(
    found.map(({ lead_id, until }) => [
      lead_id,
      hold(until, `Contacted less than ${daysOf.get(lead_id)} days ago: this campaign asks for a longer rest`),
    ]),
  );
}
