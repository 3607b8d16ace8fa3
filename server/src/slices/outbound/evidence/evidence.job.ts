import type { SystemContext } from '../../../kernel/context.ts';
import { startLoop } from '../../../kernel/jobs.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { failpoint } from '../../failpoints/index.ts';
import { listSenders } from '../../senders/index.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import {
  claimUnknown,
  listUnknownAccounts,
  SEARCH_LOOP,
  type UnknownAccount,
  type UnknownIntent,
} from '../intents/unknown.store.ts';
import { type CheckLimits, checkAction, settleFound, settleUnavailable } from './evidence.service.ts';

const INTERVAL_IN_MS = 2000;
/** Senders checked in parallel, and how many of them may belong to one organization. */
const AT_ONCE = 32;
const MOST_OF_ORGANIZATION = 8;
const LOOKS_A_ROUND = 3;
const LIMITS: CheckLimits = { sent_folder_in_ms: 20_000, linkedin_in_ms: 60_000 };
const MAX_SENDERS_PER_WALK = 500;
/** Longer than all checks may take: exceeding it is a bug. */
const TIME_BOX_IN_MS = 5 * 60_000;
const FIRST_PAUSE_IN_MS = 30_000;
const LONGEST_PAUSE_IN_MS = 5 * 60_000;

interface SenderUnit extends UnknownAccount {
  key: string;
  intents: UnknownIntent[];
}

/**
 * Checks Sent folders and LinkedIn's lists for unconfirmed actions; nothing else settles them, and they are never sent again blindly.
 * Senders are independent: a slow or silent one uses its own slot and delays no other.
 */
class EvidenceSearch {
  readonly #ctx: SystemContext;
  readonly #kinds: OutboundKinds;
  readonly #limits: CheckLimits;
  /** Senders being checked. */
  readonly #busy = new Map<number, UnknownAccount>();
  /** Consecutive failed checks. */
  readonly #failures = new Map<number, number>();
  readonly #running = new Set<Promise<unknown>>();
  #cursor = 0;

  constructor(ctx: SystemContext, kinds: OutboundKinds, limits: CheckLimits) {
    this.#ctx = ctx;
    this.#kinds = kinds;
    this.#limits = limits;
  }

  /** Starts the checks that are due, as far as slots are free. Returns the number of outcomes checked. */
  async begin(signal: AbortSignal): Promise<number> {
    const walk = await this.#ctx.systemRead((tx) => listUnknownAccounts(tx, this.#cursor, MAX_SENDERS_PER_WALK));
    this.#cursor = walk.cursor;
    const accounts = this.#choose(walk.accounts);
    if (accounts.length === 0) return 0;
    const ids = accounts.map(({ account_id }) => account_id);
    const intents = await this.#ctx.systemTransaction((tx) => claimUnknown(tx, ids, LOOKS_A_ROUND));
    const byAccount = Map.groupBy(intents, (intent) => intent.account_id);
    const units = accounts.flatMap((account) => {
      const own = byAccount.get(account.account_id);
      return own ? [{ ...account, key: String(account.account_id), intents: own }] : [];
    });
    this.#start(units, signal);
    return intents.length;
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #choose(due: readonly UnknownAccount[]): UnknownAccount[] {
    const taken = new Map<number, number>();
    for (const { organization_id } of this.#busy.values())
      taken.set(organization_id, (taken.get(organization_id) ?? 0) + 1);
    const chosen: UnknownAccount[] = [];
    for (const account of due) {
      const count = taken.get(account.organization_id) ?? 0;
      if (this.#busy.has(account.account_id) || count >= MOST_OF_ORGANIZATION) continue;
      if (this.#busy.size + chosen.length >= AT_ONCE) break;
      taken.set(account.organization_id, count + 1);
      chosen.push(account);
    }
    return chosen;
  }

  #start(units: readonly SenderUnit[], signal: AbortSignal): void {
    for (const unit of units) this.#busy.set(unit.account_id, unit);
    const running = runUnits(
      this.#ctx,
      {
        loop: SEARCH_LOOP,
        units,
        share: MOST_OF_ORGANIZATION,
        at_once: AT_ONCE,
        time_box_in_ms: TIME_BOX_IN_MS,
        run: (unit, ending) => this.#lookAtSender(unit, ending).finally(() => this.#busy.delete(unit.account_id)),
      },
      signal,
    )
      .catch((error) => this.#ctx.log.error({ err: error }, 'evidence round failed, retrying'))
      .finally(() => {
        // Units that the round left out were parked.
        for (const unit of units) this.#busy.delete(unit.account_id);
        this.#running.delete(running);
      });
    this.#running.add(running);
  }

  async #lookAtSender({ account_id, intents }: SenderUnit, signal: AbortSignal): Promise<void> {
    const [sender] = await this.#ctx.systemRead((tx) => listSenders(tx, [account_id]));
    for (const intent of intents) {
      const found = await checkAction(this.#ctx, sender, intent, this.#limits, signal);
      if (signal.aborted) return;
      await failpoint('during_evidence');
      if (found === null) return this.#pause(account_id);
      await settleFound(this.#ctx, this.#kinds, intent, found);
      await failpoint('after_evidence_commit');
    }
    this.#failures.delete(account_id);
  }

  async #pause(accountId: number): Promise<void> {
    const failures = this.#failures.get(accountId) ?? 0;
    this.#failures.set(accountId, failures + 1);
    const pause = Math.min(LONGEST_PAUSE_IN_MS, FIRST_PAUSE_IN_MS * 2 ** Math.min(failures, 10));
    await settleUnavailable(this.#ctx, this.#kinds, accountId, pause);
  }
}

/** One round, waited for: for tests and proofs, which move the clock themselves. */
export async function checkEvidence(ctx: SystemContext, kinds: OutboundKinds, limits = LIMITS): Promise<number> {
  const search = new EvidenceSearch(ctx, kinds, limits);
  const begun = await search.begin(new AbortController().signal);
  await search.idle();
  return begun;
}

/** Checks evidence as long as the process runs. */
export function startEvidenceSearch(ctx: SystemContext, kinds: OutboundKinds): () => Promise<void> {
  const search = new EvidenceSearch(ctx, kinds, LIMITS);
  const run = async (_: SystemContext, signal: AbortSignal): Promise<void> => void (await search.begin(signal));
  const stop = startLoop(ctx, { name: SEARCH_LOOP, interval_in_ms: INTERVAL_IN_MS, run });
  return async () => {
    await stop();
    await search.idle();
  };
}
