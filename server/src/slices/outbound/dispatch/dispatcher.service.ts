import { setTimeout as pause } from 'node:timers/promises';
import type { SystemContext } from '../../../kernel/context.ts';
import { trace } from '../../../kernel/tracing/tracing.ts';
import { failpoint } from '../../failpoints/index.ts';
import type { WalkCursor } from '../intents/claim.store.ts';
import { extendLeases } from '../intents/intents.store.ts';
import { HEARTBEAT_IN_MS, type OutboundKinds } from '../intents/outbound.rules.ts';
import { BegunActions } from './begun-actions.service.ts';
import type { Dispatched } from './dispatch.service.ts';
import { dispatchReady } from './dispatch-round.service.ts';
import { AccountLoad, CallLanes, Flights, type Moment, thisMoment } from './flights.service.ts';
import { performAction } from './linkedin-send.service.ts';
import { Outcomes } from './outcomes.service.ts';
import { withRoomForFiles } from './provider-call.service.ts';
import { sendDispatched } from './send.service.ts';
import type { ProviderResponse } from './settle-responses.service.ts';

export interface DispatcherOptions {
  /** Mails this process sends at the same time, waiting for a connection included. */
  max_in_flight?: number;
  /** Of these, how many one organization may have. */
  max_of_organization?: number;
  /** Connections the mailbox adapter opens per account. */
  connections_per_account?: number;
  /** Poll interval without a wake-up. */
  poll_in_ms?: number;
  /** Pauses between tries to write a provider's response. */
  answer_retries_in_ms?: readonly number[];
  /** Called after each commit of a dispatch, before its mails leave: the mark outside the database. When it throws, nothing of it leaves. */
  rememberDispatches?: (ctx: SystemContext, dispatched: readonly number[]) => Promise<void>;
  /** How long a message with large files keeps its room while others wait for it. */
  slow_after_in_ms?: number;
  /** Gets what records again, in a database that failed over, the actions that this process began. */
  onRecorder?: (ctx: SystemContext, recorder: Pick<BegunActions, 'recordAgain'>) => void;
}

export interface Dispatcher {
  /** There is work: poll now. */
  wake(): void;
  /** Sends nothing new, waits for what is in flight (15 s at most) and writes its outcomes. */
  stop(): Promise<void>;
  in_flight(): number;
}

const MOST_IN_ROUND = 100;
/** Rounds without a pause that begin nothing: each walks over other senders. */
const MAX_IDLE_ROUNDS = 4;

/**
 * Claims as many actions as can be sent soon, sends them, and settles them in groups: while one commit is written the next group gathers,
 * so one fsync serves many mails. An account gets new mails when half of its last ones are answered, not one by one: a dispatch costs the
 * same for one mail as for ten. No organization can occupy all the slots, however slow its servers are.
 */
export function startDispatcher(ctx: SystemContext, kinds: OutboundKinds, options: DispatcherOptions = {}): Dispatcher {
  const { max_in_flight = 480, max_of_organization = 120, connections_per_account = 3, poll_in_ms = 250 } = options;
  const given = { ...options, max_in_flight, max_of_organization, connections_per_account, poll_in_ms };
  const work = new Dispatching(ctx, kinds, given);
  const beat = (): void => work.beat();
  const heart = setInterval(beat, HEARTBEAT_IN_MS);
  ctx.clock.onJump(beat);
  const pumping = work.pump();

  return {
    wake: () => work.wake(),
    in_flight: () => work.flights.size,
    async stop() {
      work.endTaking();
      await pumping;
      const deadline = Date.now() + 15_000;
      while (work.flights.size > 0 && Date.now() < deadline) await pause(20);
      clearInterval(heart);
      await work.outcomes.end();
    },
  };
}

type Settings = DispatcherOptions &
  Required<Omit<DispatcherOptions, 'rememberDispatches' | 'onRecorder' | 'answer_retries_in_ms' | 'slow_after_in_ms'>>;

/** Takes and sends, for as long as the process does. */
class Dispatching {
  readonly flights = new Flights();
  readonly outcomes: Outcomes;
  readonly #ctx: SystemContext;
  readonly #kinds: OutboundKinds;
  readonly #settings: Settings;
  readonly #begun: BegunActions;
  readonly #load: AccountLoad;
  readonly #lanes: CallLanes;
  #cursors: WalkCursor[] = [];
  #isFull = false;
  #isStopped = false;
  #wake: () => void = () => undefined;

  constructor(ctx: SystemContext, kinds: OutboundKinds, settings: Settings) {
    this.#ctx = ctx;
    this.#kinds = kinds;
    this.#settings = settings;
    this.#begun = new BegunActions(kinds);
    settings.onRecorder?.(ctx, this.#begun);
    this.#load = new AccountLoad(settings.connections_per_account);
    this.#lanes = new CallLanes(settings.connections_per_account);
    const onSettled = (): void => {
      if (this.#isFull) this.wake();
    };
    this.outcomes = new Outcomes(ctx, kinds, this.flights, onSettled, settings.answer_retries_in_ms);
  }

  wake(): void {
    this.#wake();
  }

  endTaking(): void {
    this.#isStopped = true;
    this.wake();
  }

  async pump(): Promise<void> {
    for (let idle = 0; !this.#isStopped; ) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const { begun, has_more } = await this.#take().catch((error) => {
        this.#ctx.log.error({ err: error }, 'dispatch failed, retrying');
        return { begun: 0, has_more: false };
      });
      idle = begun > 0 ? 0 : idle + 1;
      if (begun > 0 || (has_more && idle < MAX_IDLE_ROUNDS) || this.#isStopped) continue;
      idle = 0;
      await Promise.race([woken, pause(this.#settings.poll_in_ms)]);
    }
  }

  /** Renews the leases of what is in flight. */
  beat(): void {
    const held = this.flights.leases();
    if (held.length === 0) return;
    const since = thisMoment();
    this.#ctx
      .systemTransaction((tx) => extendLeases(tx, held))
      .then((renewed) => this.flights.renew(held, renewed, since))
      .catch((error) => this.#ctx.log.warn({ err: error }, 'leases were not renewed'));
  }

  async #take(): Promise<{ begun: number; has_more: boolean }> {
    const { max_in_flight, max_of_organization } = this.#settings;
    const free = max_in_flight - this.flights.size;
    this.#isFull = free <= 0;
    if (this.#isFull) return { begun: 0, has_more: false };
    const since = thisMoment();
    const limits = {
      ...this.#load.planClaim(),
      limit: Math.min(free, MOST_IN_ROUND),
      free,
      per_organization: max_of_organization,
      taken_by_organization: this.flights.countByOrganization(),
      cursors: this.#cursors,
    };
    const unclaim = (marked: readonly Dispatched[]): void => this.#giveBack(marked, since);
    const round = await dispatchReady(this.#ctx, this.#kinds, limits, unclaim);
    this.#cursors = round.cursors;
    const { dispatched, has_more } = round;
    if (dispatched.length === 0) return { begun: 0, has_more };
    try {
      const ids = dispatched.map(({ id }) => id);
      await this.#settings.rememberDispatches?.(this.#ctx, ids);
      await failpoint('after_dispatch_commit');
    } catch (error) {
      this.#giveBack(dispatched, since);
      throw error;
    }
    for (const one of dispatched) this.#begin(one, since);
    return { begun: dispatched.length, has_more };
  }

  #begin(dispatched: Dispatched, since: Moment): void {
    const { account_id } = dispatched;
    this.flights.add(dispatched, since);
    this.#begun.begin(dispatched);
    this.#load.begin(account_id);
    const startedAt = performance.now();
    const mayCall = (): boolean => this.flights.isHeld(dispatched);
    const call = (signal?: AbortSignal): Promise<ProviderResponse['answer']> =>
      dispatched.channel === 'email'
        ? sendDispatched(this.#ctx, dispatched, mayCall, signal)
        : performAction(this.#ctx, dispatched, mayCall);
    const traced = (signal?: AbortSignal): Promise<ProviderResponse['answer']> =>
      trace(`dispatch ${dispatched.channel}`, {}, () => call(signal));
    const { attachments } = dispatched.channel === 'email' ? dispatched.letter : dispatched.content;
    // A message that waits for room takes no connection from those that need none.
    const inLane = (signal?: AbortSignal) => this.#lanes.run(account_id, () => traced(signal));
    const sending = withRoomForFiles(dispatched, attachments, inLane, this.#settings.slow_after_in_ms);
    void sending.then((answer) => {
      const passed = performance.now() - startedAt;
      // From the time of the database: the clock of this machine may be hours off.
      this.#begun.answer({ dispatched, answer }, new Date(dispatched.dispatched_at.getTime() + passed));
      this.outcomes.add({ dispatched, answer });
      this.#load.end(account_id, passed);
      if (this.#load.isHungry(account_id)) this.wake();
      this.outcomes.settle();
    });
  }

  /** None of this was sent: it need not wait for its lease to expire and for evidence. */
  #giveBack(marked: readonly Dispatched[], since: Moment): void {
    for (const dispatched of marked) {
      this.flights.add(dispatched, since);
      this.outcomes.add({ dispatched, answer: { ok: false, failure: null } });
    }
    this.outcomes.settle();
  }
}
