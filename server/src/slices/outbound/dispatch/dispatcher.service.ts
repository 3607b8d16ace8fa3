import { setTimeout as pause } from 'node:timers/promises';
import type { ComposedMail } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../../kernel/context.ts';
import { extendLeases } from '../intents/intents.store.ts';
import { HEARTBEAT_IN_MS } from '../intents/outbound.rules.ts';
import type { OutboundKinds } from '../intents/outbound-kind.rules.ts';
import {
  type ClaimLimits,
  type Dispatched,
  type DispatchedMail,
  dispatchReady,
  UncertainDispatchError,
} from './dispatch.service.ts';
import { failpoint } from './failpoints.service.ts';
import { performAction } from './linkedin-send.service.ts';
import { sendDispatched } from './send.service.ts';
import { fileCopies } from './sent-copies.service.ts';
import { type Answered, settleAnswers } from './settle-answers.service.ts';

export interface DispatcherOptions {
  /** Mails this process sends at the same time, waiting for a connection included. */
  max_in_flight?: number;
  /** Connections the mailbox adapter opens to one account; as many as it is told itself. */
  connections_per_account?: number;
  /** Pause of the look for work when nobody wakes it. */
  poll_in_ms?: number;
  /** Called with every highest dispatch before its mails leave: the mark outside the database. */
  rememberDispatches?: (ctx: SystemContext) => Promise<void>;
}

export interface Dispatcher {
  /** There is work: look now. */
  wake(): void;
  /** Sends nothing new, waits for what is under way (15 s at most) and writes its outcomes. */
  stop(): Promise<void>;
  in_flight(): number;
}

/** Longest time a mail should wait for a connection after it was dispatched: beyond it a stop would come too late. */
const QUEUE_IN_MS = 400;
const MOST_AHEAD = 24;

/**
 * Takes what may go, as many as can be sent soon; sends; and settles in groups: while one commit is being written the
 * next group gathers, so that one fsync stands for many mails. An account gets new mails when half of its last ones are
 * answered, not one by one: a dispatch costs the same for one mail as for ten.
 */
export function startDispatcher(ctx: SystemContext, kinds: OutboundKinds, options: DispatcherOptions = {}): Dispatcher {
  const { max_in_flight = 120, connections_per_account = 3, poll_in_ms = 250 } = options;
  const work = new Dispatching(ctx, kinds, { ...options, max_in_flight, connections_per_account, poll_in_ms });
  const beat = (): void => work.beat();
  const heart = setInterval(beat, HEARTBEAT_IN_MS);
  ctx.clock.onJump(beat);
  const pumping = work.pump();

  return {
    wake: () => work.wake(),
    in_flight: () => work.inFlight.size,
    async stop() {
      work.endTaking();
      await pumping;
      const deadline = Date.now() + 15_000;
      while (work.inFlight.size > 0 && Date.now() < deadline) await pause(20);
      clearInterval(heart);
      await work.outcomes.settling;
    },
  };
}

type Settings = DispatcherOptions & Required<Omit<DispatcherOptions, 'rememberDispatches'>>;

/** Takes and sends, for as long as the process does. */
class Dispatching {
  /** Dispatched and not settled. */
  readonly inFlight = new Map<number, Dispatched>();
  readonly outcomes: Outcomes;
  readonly #ctx: SystemContext;
  readonly #kinds: OutboundKinds;
  readonly #settings: Settings;
  readonly #load: AccountLoad;
  #isFull = false;
  #isStopped = false;
  #wake: () => void = () => undefined;

  constructor(ctx: SystemContext, kinds: OutboundKinds, settings: Settings) {
    this.#ctx = ctx;
    this.#kinds = kinds;
    this.#settings = settings;
    this.#load = new AccountLoad(settings.connections_per_account);
    this.outcomes = new Outcomes(ctx, kinds, this.inFlight, () => {
      if (this.#isFull) this.wake();
    });
  }

  wake(): void {
    this.#wake();
  }

  endTaking(): void {
    this.#isStopped = true;
    this.wake();
  }

  async pump(): Promise<void> {
    while (!this.#isStopped) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const begun = await this.#take().catch((error) => {
        this.#ctx.log.error({ err: error }, 'dispatch failed, retrying');
        return 0;
      });
      if (begun === 0 && !this.#isStopped) await Promise.race([woken, pause(this.#settings.poll_in_ms)]);
    }
  }

  /** Keeps what is in flight ours. */
  beat(): void {
    const held = [...this.inFlight.values()].map(({ id, lease_token }) => ({ id, lease_token }));
    if (held.length === 0) return;
    this.#ctx
      .systemTransaction((tx) => extendLeases(tx, held))
      .catch((error) => this.#ctx.log.warn({ err: error }, 'leases were not renewed'));
  }

  async #take(): Promise<number> {
    const free = this.#settings.max_in_flight - this.inFlight.size;
    this.#isFull = free <= 0;
    if (this.#isFull) return 0;
    const dispatched = await dispatchReady(this.#ctx, this.#kinds, this.#load.planClaim(free)).catch((error) => {
      if (error instanceof UncertainDispatchError) this.#giveBack(error.marked);
      throw error;
    });
    if (dispatched.length === 0) return 0;
    try {
      await this.#settings.rememberDispatches?.(this.#ctx);
      await failpoint('after_dispatch_commit');
    } catch (error) {
      this.#giveBack(dispatched);
      throw error;
    }
    for (const one of dispatched) this.#begin(one);
    return dispatched.length;
  }

  #begin(dispatched: Dispatched): void {
    this.inFlight.set(dispatched.id, dispatched);
    this.#load.begin(dispatched.account_id);
    const startedAt = performance.now();
    const ctx = this.#ctx;
    const sending = dispatched.channel === 'email' ? sendDispatched(ctx, dispatched) : performAction(ctx, dispatched);
    void (sending as Promise<Answered['answer']>).then((answer) => {
      this.outcomes.add({ dispatched, answer });
      this.#load.end(dispatched.account_id, performance.now() - startedAt);
      if (this.#load.isHungry(dispatched.account_id)) this.wake();
      this.outcomes.settle();
    });
  }

  /** Nothing of this has left: it need not wait until its lease runs out and evidence is looked for. */
  #giveBack(marked: readonly Dispatched[]): void {
    for (const dispatched of marked) {
      this.inFlight.set(dispatched.id, dispatched);
      this.outcomes.add({ dispatched, answer: { ok: false, failure: null } });
    }
    this.outcomes.settle();
  }
}

/** How much each account has under way, and how much it may be given. */
class AccountLoad {
  readonly #connections: number;
  /** Those in flight, by account, that no server has answered. */
  readonly #counts = new Map<number, number>();
  #averageInMs = 100;
  #perAccount: number;

  constructor(connections: number) {
    this.#connections = connections;
    this.#perAccount = connections;
  }

  begin(account: number): void {
    this.#change(account, 1);
  }

  end(account: number, tookInMs: number): void {
    this.#averageInMs = this.#averageInMs * 0.9 + tookInMs * 0.1;
    this.#change(account, -1);
  }

  isHungry(account: number): boolean {
    return (this.#counts.get(account) ?? 0) <= this.#perAccount / 2;
  }

  /** What to claim while so many places are free. */
  planClaim(free: number): ClaimLimits {
    const ahead = Math.floor((this.#connections * QUEUE_IN_MS) / Math.max(1, this.#averageInMs));
    this.#perAccount = Math.min(MOST_AHEAD, Math.max(this.#connections, ahead));
    const taken = [...this.#counts].map(([account_id, held]) => ({
      account_id,
      count: this.isHungry(account_id) ? held : this.#perAccount,
    }));
    return { limit: Math.min(free, 100), per_account: this.#perAccount, taken };
  }

  #change(account: number, change: number): void {
    const next = (this.#counts.get(account) ?? 0) + change;
    if (next > 0) this.#counts.set(account, next);
    else this.#counts.delete(account);
  }
}

/** Answers that are to be written; one group at a time, the next gathers meanwhile. */
class Outcomes {
  readonly #ctx: SystemContext;
  readonly #kinds: OutboundKinds;
  readonly #inFlight: Map<number, Dispatched>;
  readonly #onSettled: () => void;
  readonly #answers: Answered[] = [];
  readonly #copies: { dispatched: DispatchedMail; mail: ComposedMail }[] = [];
  #settling: Promise<void> | null = null;

  constructor(ctx: SystemContext, kinds: OutboundKinds, inFlight: Map<number, Dispatched>, onSettled: () => void) {
    this.#ctx = ctx;
    this.#kinds = kinds;
    this.#inFlight = inFlight;
    this.#onSettled = onSettled;
  }

  /** The writing that is under way. */
  get settling(): Promise<void> | null {
    return this.#settling;
  }

  add(answered: Answered): void {
    this.#answers.push(answered);
  }

  settle(): void {
    this.#settling ??= this.#settleGroups().finally(() => {
      this.#settling = null;
      if (this.#answers.length > 0) this.settle();
    });
  }

  async #settleGroups(): Promise<void> {
    while (this.#answers.length > 0) {
      const group = this.#answers.splice(0);
      try {
        await settleAnswers(this.#ctx, this.#kinds, group);
        await failpoint('after_settle_commit');
      } catch (error) {
        this.#ctx.log.error({ err: error, mails: group.length }, 'outcomes could not be written; trying again');
        this.#answers.unshift(...group);
        await new Promise((resolve) => setTimeout(resolve, 500));
        continue;
      }
      for (const { dispatched, answer } of group) {
        this.#inFlight.delete(dispatched.id);
        if (dispatched.channel === 'email' && answer.ok && 'mail' in answer) {
          this.#copies.push({ dispatched, mail: answer.mail });
        }
      }
      this.#onSettled();
    }
    void fileCopies(this.#ctx, this.#copies);
  }
}
