import { decideGuard, GUARD, type GuardCause } from '@overture/domain/sending/guard';
import { ownDomain } from '@overture/domain/sending/own-domain';
import { loadNow } from '../../kernel/clock.ts';
import type { SystemContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import * as store from './guard.store.ts';

const DAY_IN_MS = 86_400_000;

/** A hard bounce or a complaint. */
export interface Trouble {
  organization_id: number;
  kind: 'bounce' | 'complaint';
  intent_id: number;
  account_id: number;
  campaign_id: number | null;
}

/**
 * Books bounces and complaints and, in the same transaction, pauses what has too many. After its commit none of those mails is dispatched,
 * because every dispatch locks the senders locked here. Call before locking leads.
 * @param alsoLocked senders the caller changes afterwards: locked here to keep one lock order
 */
export async function bookTroubles(
  tx: SystemTransactionContext,
  troubles: readonly Trouble[],
  now: Date,
  alsoLocked: readonly number[] = [],
): Promise<void> {
  if (troubles.length === 0) return;
  const troubled = new Set(troubles.map(({ account_id }) => account_id));
  const mailboxes = await store.listMailboxes(
    tx,
    troubles.map(({ organization_id }) => organization_id),
  );
  const domains = new Map(mailboxes.map((one) => [one.id, ownDomain(one.email)]));
  const keys = new Set(mailboxes.filter(({ id }) => troubled.has(id)).map((one) => keyOf(one, domains)));
  const touched = mailboxes.filter(
    (one) => troubled.has(one.id) || (domains.get(one.id) && keys.has(keyOf(one, domains))),
  );
  await store.lockMailboxes(tx, [...touched.map(({ id }) => id), ...alsoLocked]);
  const known = new Set(mailboxes.map(({ id }) => id));
  const events = troubles
    .filter(({ account_id }) => known.has(account_id))
    .map((trouble) => ({ ...trouble, domain: domains.get(trouble.account_id) ?? '' }));
  const added = await store.insertEvents(tx, events, now);
  for (const target of listTargets(added, touched, domains)) await judgeTarget(tx, target, touched, domains, now);
}

const keyOf = (one: { id: number; organization_id: number }, domains: ReadonlyMap<number, string | null>) =>
  `${one.organization_id}:${domains.get(one.id) ?? ''}`;

/** Whom the troubles are about: each sender, domain and campaign once. */
function listTargets(
  added: readonly store.GuardEvent[],
  mailboxes: readonly store.GuardedSender[],
  domains: ReadonlyMap<number, string | null>,
): store.GuardTarget[] {
  const targets = new Map<string, store.GuardTarget>();
  for (const { organization_id, account_id, campaign_id, domain } of added) {
    const put = (target: Omit<store.GuardTarget, 'organization_id'>) =>
      targets.set(`${organization_id}:${target.scope}:${target.scope_id}:${target.domain}`, {
        organization_id,
        ...target,
      });
    put({ scope: 'sender', scope_id: account_id, domain: '', account_ids: [account_id] });
    if (campaign_id !== null) put({ scope: 'campaign', scope_id: campaign_id, domain: '', account_ids: [] });
    if (domain === '') continue;
    const shared = mailboxes.filter((one) => one.organization_id === organization_id && domains.get(one.id) === domain);
    // Of a mailbox alone the domain says nothing more.
    if (shared.length > 1) put({ scope: 'domain', scope_id: 0, domain, account_ids: shared.map(({ id }) => id) });
  }
  return [...targets.values()];
}

async function judgeTarget(
  tx: SystemTransactionContext,
  target: store.GuardTarget,
  mailboxes: readonly store.GuardedSender[],
  domains: ReadonlyMap<number, string | null>,
  now: Date,
): Promise<void> {
  const own = mailboxes.filter(({ id }) => target.account_ids.includes(id));
  const is_young = target.scope === 'sender' && own.some((one) => isYoung(one, now));
  const finding = decideGuard({ ...(await store.sumFigures(tx, target, now)), is_young });
  if (finding === null) return;
  const isNew = await store.saveFinding(tx, target, finding, now);
  const organization = tx.forOrganization(target.organization_id);
  if (isNew && own.length > 0) {
    const held = own.map(({ id }) => ({ id, domain: domains.get(id) ?? null }));
    await store.writeReasons(tx, target.organization_id, held);
    for (const { id, status } of own) organization.live.publish('account_status', { account_id: id, status });
  }
  organization.live.publish('guard_changed', { is_new_pause: isNew });
}

const isYoung = ({ created_at }: store.GuardedSender, now: Date) =>
  now.getTime() - created_at.getTime() < GUARD.young_in_days * DAY_IN_MS;

/** Books a complaint about the mail the report names, else about the last one sent to the person. */
export async function bookComplaint(
  tx: TransactionContext,
  given: { prospect_ids: readonly number[]; at: Date },
): Promise<void> {
  const organization_id = tx.organization.id;
  const mail = await store.findLastMail(tx, organization_id, given.prospect_ids);
  if (!mail) return;
  const system = { ...tx, forOrganization: () => tx };
  await bookTroubles(system, [{ ...mail, organization_id, kind: 'complaint' }], given.at);
}

export interface Released {
  account_ids: number[];
  campaign_id: number | null;
}

/**
 * A user releases a paused sender, domain or campaign: earlier figures no longer count, and ramps start over. Undefined when nothing of
 * this id is paused.
 */
export async function releaseGuard(
  tx: TransactionContext,
  id: number,
  given: { cause: GuardCause; note: string | null },
): Promise<Released | undefined> {
  const organizationId = tx.organization.id;
  const mailboxes = await store.listMailboxes(tx, [organizationId]);
  const domains = mailboxes.map((one) => ({ id: one.id, domain: ownDomain(one.email) }));
  await store.lockMailboxes(
    tx,
    domains.map((one) => one.id),
  );
  const state = await store.lockPaused(tx, organizationId, id);
  if (!state) return undefined;
  const at = await loadNow(tx);
  await store.markReleased(tx, id, { ...given, user_id: tx.user?.id ?? null, at });
  tx.live.publish('guard_changed', { is_new_pause: false });
  if (state.scope === 'campaign') return { account_ids: [], campaign_id: state.scope_id };
  const own = domains.filter((one) =>
    state.scope === 'sender' ? one.id === state.scope_id : one.domain === state.domain,
  );
  const account_ids = own.map((one) => one.id);
  await store.writeReasons(tx, organizationId, own);
  await store.restartRamps(tx, account_ids, at);
  for (const { id: account_id, status } of mailboxes.filter((one) => account_ids.includes(one.id)))
    tx.live.publish('account_status', { account_id, status });
  return { account_ids, campaign_id: null };
}

const PRUNED_AT_ONCE = 5000;

export async function pruneGuard(system: SystemContext): Promise<void> {
  await system.systemTransaction((tx) => store.pruneEvents(tx, PRUNED_AT_ONCE));
}
