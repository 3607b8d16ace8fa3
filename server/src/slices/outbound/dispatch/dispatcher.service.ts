import { setTimeout as pause } from 'node:timers/promises';
import type { ComposedMail } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../../kernel/context.ts';
import { extendLeases } from '../intents/intents.store.ts';
import { HEARTBEAT_IN_MS } from '../intents/outbound.rules.ts';
import type { OutboundKinds } from '../intents/outbound-kind.rules.ts';
import { type Dispatched, type DispatchedMail, dispatchReady, UncertainDispatchError } from './dispatch.service.ts';
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
  // Dispatched and not settled; `counts` has those of them, by account, that no server has answered.
  const inFlight = new Map<number, Dispatched>();
  const counts = new Map<number, number>();
  const answers: Answered[] = [];
  const copies: { dispatched: DispatchedMail; mail: ComposedMail }[] = [];
  let averageInMs = 100;
  let perAccount = connections_per_account;
  let isFull = false;
  let isStopped = false;
  let settling: Promise<void> | null = null;
  let wake: () => void = () => undefined;

  const count = (account: number, change: number): void => {
    const next = (counts.get(account) ?? 0) + change;
    if (next > 0) counts.set(account, next);
    else counts.delete(account);
  };

  const isHungry = (account: number): boolean => (counts.get(account) ?? 0) <= perAccount / 2;

  const settle = (): void => {
    settling ??= settleGroups().finally(() => {
      settling = null;
      if (answers.length > 0) settle();
    });
  };

  async function settleGroups(): Promise<void> {
    while (answers.length > 0) {
      const group = answers.splice(0);
      try {
        await settleAnswers(ctx, kinds, group);
        await failpoint('after_settle_commit');
      } catch (error) {
        ctx.log.error({ err: error, mails: group.length }, 'outcomes could not be written; trying again');
        answers.unshift(...group);
        await new Promise((resolve) => setTimeout(resolve, 500));
        continue;
      }
      for (const { dispatched, answer } of group) {
        inFlight.delete(dispatched.id);
        if (dispatched.channel === 'email' && answer.ok && 'mail' in answer) {
          copies.push({ dispatched, mail: answer.mail });
        }
      }
      if (isFull) wake();
    }
    void fileCopies(ctx, copies);
  }

  function begin(dispatched: Dispatched): void {
    inFlight.set(dispatched.id, dispatched);
    count(dispatched.account_id, 1);
    const startedAt = performance.now();
    const sending = dispatched.channel === 'email' ? sendDispatched(ctx, dispatched) : performAction(ctx, dispatched);
    void (sending as Promise<Answered['answer']>).then((answer) => {
      averageInMs = averageInMs * 0.9 + (performance.now() - startedAt) * 0.1;
      answers.push({ dispatched, answer });
      count(dispatched.account_id, -1);
      if (isHungry(dispatched.account_id)) wake();
      settle();
    });
  }

  /** Nothing of this has left: it need not wait until its lease runs out and evidence is looked for. */
  function giveBack(marked: readonly Dispatched[]): void {
    for (const dispatched of marked) {
      inFlight.set(dispatched.id, dispatched);
      answers.push({ dispatched, answer: { ok: false, failure: null } });
    }
    settle();
  }

  async function take(): Promise<number> {
    const free = max_in_flight - inFlight.size;
    isFull = free <= 0;
    if (isFull) return 0;
    const ahead = Math.floor((connections_per_account * QUEUE_IN_MS) / Math.max(1, averageInMs));
    perAccount = Math.min(MOST_AHEAD, Math.max(connections_per_account, ahead));
    const taken = [...counts].map(([account_id, held]) => ({
      account_id,
      count: isHungry(account_id) ? held : perAccount,
    }));
    const limits = { limit: Math.min(free, 100), per_account: perAccount, taken };
    const dispatched = await dispatchReady(ctx, kinds, limits).catch((error) => {
      if (error instanceof UncertainDispatchError) giveBack(error.marked);
      throw error;
    });
    if (dispatched.length === 0) return 0;
    try {
      await options.rememberDispatches?.(ctx);
      await failpoint('after_dispatch_commit');
    } catch (error) {
      giveBack(dispatched);
      throw error;
    }
    for (const one of dispatched) begin(one);
    return dispatched.length;
  }

  async function pump(): Promise<void> {
    while (!isStopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const begun = await take().catch((error) => {
        ctx.log.error({ err: error }, 'dispatch failed, retrying');
        return 0;
      });
      if (begun === 0 && !isStopped) await Promise.race([woken, pause(poll_in_ms)]);
    }
  }

  const beat = (): void => {
    const held = [...inFlight.values()].map(({ id, lease_token }) => ({ id, lease_token }));
    if (held.length === 0) return;
    ctx
      .systemTransaction((tx) => extendLeases(tx, held))
      .catch((error) => ctx.log.warn({ err: error }, 'leases were not renewed'));
  };
  const heart = setInterval(beat, HEARTBEAT_IN_MS);
  ctx.clock.onJump(beat);
  const pumping = pump();

  return {
    wake: () => wake(),
    in_flight: () => inFlight.size,
    async stop() {
      isStopped = true;
      wake();
      await pumping;
      const deadline = Date.now() + 15_000;
      while (inFlight.size > 0 && Date.now() < deadline) await pause(20);
      clearInterval(heart);
      await settling;
    },
  };
}
