import { loadNow } from '../../../kernel/clock.ts';
import type { SystemContext, SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isFormerDatabase } from '../../../kernel/db/replica/known-database.ts';
import { runBatch, runUnits } from '../../../kernel/rounds/rounds.ts';
import type { Outcome } from '../../action-kinds/index.ts';
import { type BegunAction, describeBegun, insertBegun, type LockedBegun, lockBegun } from '../intents/begun.store.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import { chargeSent } from './charge.service.ts';
import type { Dispatched } from './dispatch.service.ts';
import { writeOutcomes } from './settle.service.ts';
import { confirmedBy, type ProviderResponse } from './settle-responses.service.ts';

/** Those of some minutes at full speed, and longer than a standby is behind. */
const MOST_REMEMBERED = 20_000;
const RECORDED_AT_ONCE = 200;
const UNCONFIRMED: Extract<Outcome, { outcome: 'unknown' }> = {
  outcome: 'unknown',
  reason: 'The database failed over while this was being sent.',
  code: 'silent',
};

interface Remembered extends BegunAction {
  outcome: Extract<Outcome, { outcome: 'unknown' | 'confirmed' }>;
  /** The database in which this was recorded again. */
  recorded_in: string | null;
}

/**
 * What this process sent, or may have sent. A database that failed over may have lost it: each action is recorded there again before the hold
 * ends, because it must not happen twice. Emails of campaigns are recognized in the Sent folder too, the others by nothing else.
 */
export class BegunActions {
  readonly #kinds: OutboundKinds;
  /** By token, oldest first. */
  readonly #actions = new Map<number, Remembered>();

  constructor(kinds: OutboundKinds) {
    this.#kinds = kinds;
  }

  /** Called before anything of it leaves. */
  begin(dispatched: Dispatched): void {
    const oldest = this.#actions.size < MOST_REMEMBERED ? undefined : this.#actions.keys().next().value;
    if (oldest !== undefined) this.#actions.delete(oldest);
    this.#actions.set(dispatched.lease_token, { ...toBegun(dispatched), outcome: UNCONFIRMED, recorded_in: null });
  }

  answer({ dispatched, answer }: ProviderResponse, at: Date): void {
    const action = this.#actions.get(dispatched.lease_token);
    if (!action) return;
    if (answer.ok) Object.assign(action, toSent(action, confirmedBy(answer, at)));
    else if (answer.failure?.kind !== 'unknown_outcome') this.#actions.delete(dispatched.lease_token);
  }

  /**
   * @param database names the one that answers: what was recorded there is not recorded again
   * @param isFormer a newer one is known, which is silent
   */
  async recordAgain(ctx: SystemContext, database: string, isFormer = false): Promise<void> {
    const missing = [...this.#actions.values()].filter((action) => action.recorded_in !== database);
    const units = [...Map.groupBy(missing, (action) => action.organization_id)].flatMap(([organization_id, all]) =>
      Array.from({ length: Math.ceil(all.length / RECORDED_AT_ONCE) }, (_, n) => ({
        ...{ organization_id, key: String(n) },
        actions: all.slice(n * RECORDED_AT_ONCE, (n + 1) * RECORDED_AT_ONCE),
      })),
    );
    if (units.length === 0) return;
    let recorded = 0;
    await runUnits(ctx, {
      loop: 'sent-again',
      units,
      share: 20,
      at_once: 2,
      time_box_in_ms: 60_000,
      run: async ({ organization_id, actions }) => {
        const counts = await runBatch(ctx, {
          loop: 'sent-again-action',
          units: actions.map((action) => ({ organization_id, key: String(action.lease_token), action })),
          run: (some) =>
            this.#write(
              ctx,
              some.map(({ action }) => action),
              { database, isFormer },
            ),
        });
        recorded += counts.reduce((sum, count) => sum + count, 0);
      },
    });
    if (recorded > 0) ctx.log.warn({ actions: recorded }, 'sent actions recorded again after a failover');
  }

  /** Of one organization. One that can't be written keeps the others from nothing: `runBatch` tries them without it. */
  async #write(
    ctx: SystemContext,
    actions: readonly Remembered[],
    { database, isFormer }: { database: string; isFormer: boolean },
  ): Promise<number> {
    const before = new Map(actions.map((action) => [action, action.outcome]));
    const count = await ctx.forOrganization(actions[0]!.organization_id).transaction(async (tx) => {
      // Another one answers by now: the next round tries again.
      if ((await isFormerDatabase(tx)) !== isFormer) return null;
      return record(tx, this.#kinds, actions);
    });
    if (count === null) return 0;
    // Of an action that was answered since, the outcome is recorded in the next round.
    for (const action of actions) if (before.get(action) === action.outcome) action.recorded_in = database;
    return count;
  }
}

function toBegun(dispatched: Dispatched): BegunAction {
  const { purpose, organization_id, account_id, lease_token, dispatched_at, channel } = dispatched;
  const base = { ...purpose, organization_id, account_id, lease_token, dispatched_at, channel };
  if (dispatched.channel === 'email')
    return {
      ...base,
      action: 'email',
      message_id: dispatched.message_id,
      to_linkedin: null,
      to_name: null,
      text: null,
    };
  const { action, provider_id, public_identifier, name, text } = dispatched.content;
  return { ...base, action, message_id: null, to_linkedin: provider_id ?? public_identifier, to_name: name, text };
}

function toSent({ to_linkedin }: BegunAction, outcome: Extract<Outcome, { outcome: 'confirmed' }>) {
  return { outcome, recorded_in: null, to_linkedin: outcome.receipt?.provider_id ?? to_linkedin };
}

/** Returns how many the database did not know. */
async function record(tx: TransactionContext, kinds: OutboundKinds, actions: readonly Remembered[]): Promise<number> {
  let count = 0;
  // A lead takes one step after the other.
  for (const wave of toWaves(actions)) {
    await insertBegun(tx, await listMissing(tx, kinds, wave));
    const byToken = new Map(wave.map((action) => [action.lease_token, action]));
    const locked = (await lockBegun(tx, wave)).flatMap((intent) => {
      const action = byToken.get(intent.begun_as)!;
      return isNews(intent, action) ? [{ intent, action }] : [];
    });
    await writeBegun(asSystem(tx), kinds, locked, await loadNow(tx));
    count += locked.length;
  }
  return count;
}

function toWaves(actions: readonly Remembered[]): Remembered[][] {
  const places = new Map<string, number>();
  const waves = Map.groupBy(actions, ({ kind, ref_id }) => {
    const key = `${kind} ${ref_id}`;
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    return place;
  });
  return [...waves.values()];
}

/** Actions of leads that the database knows. Messages without their row are planned by nothing. */
async function listMissing(
  tx: TransactionContext,
  kinds: OutboundKinds,
  wave: readonly Remembered[],
): Promise<Remembered[]> {
  const missing: Remembered[] = [];
  for (const [name, group] of Map.groupBy(wave, ({ kind }) => kind)) {
    const described = (await kinds.get(name)?.describe?.(asSystem(tx), group)) ?? [];
    const known = new Map(described.map((one) => [toPlace(one), one.account_id]));
    for (const one of group) {
      const account_id = known.get(toPlace(one));
      if (account_id !== undefined) missing.push({ ...one, account_id });
    }
  }
  return missing;
}

const toPlace = (one: Pick<BegunAction, 'ref_id' | 'ref_part' | 'prospect_id' | 'campaign_id'>): string =>
  [one.ref_id, one.ref_part, one.prospect_id, one.campaign_id].join();

/**
 * What is being sent is settled by its answer or by its lease. A try that the database knows, and that is over there, was proved not to have been
 * sent, or a person said so.
 */
const isNews = ({ state, dispatched_at }: LockedBegun, action: Remembered): boolean =>
  action.outcome.outcome === 'confirmed' ||
  ((state === 'intent' || state === 'cancelled') && (dispatched_at === null || dispatched_at < action.dispatched_at));

async function writeBegun(
  tx: SystemTransactionContext,
  kinds: OutboundKinds,
  locked: readonly { intent: LockedBegun; action: Remembered }[],
  now: Date,
): Promise<void> {
  const unsent = locked.filter(({ intent }) => intent.state === 'intent' || intent.state === 'cancelled');
  const senders = await describeBegun(
    tx,
    unsent.map(({ intent, action }) => ({ ...action, id: intent.id })),
  );
  const senderOf = new Map(senders.map(({ id, account_id }) => [id, account_id]));
  for (const [name, group] of Map.groupBy(unsent, ({ intent }) => intent.kind))
    await kinds.get(name)?.dispatched?.(
      tx,
      group.map(({ intent }) => ({ ...intent, account_id: senderOf.get(intent.id)! })),
      now,
    );
  const settled = locked.map(({ intent, action }) => {
    const { dispatched_at, revision, variant, outcome } = action;
    return { ...intent, dispatched_at, revision, variant, outcome };
  });
  await writeOutcomes(tx, kinds, settled, now);
  await chargeSent(
    tx,
    kinds,
    unsent.map(({ intent, action }) => ({ ...intent, account_id: senderOf.get(intent.id)!, at: action.dispatched_at })),
  );
}

const asSystem = (tx: TransactionContext): SystemTransactionContext => ({ ...tx, forOrganization: () => tx });
