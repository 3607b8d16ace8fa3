import type { SystemContext } from '../../../kernel/context.ts';
import { failpoint } from '../../failpoints/index.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import type { Flights } from './flights.service.ts';
import { SentCopies } from './sent-copies.service.ts';
import { settleGroup } from './settle-group.service.ts';
import type { ProviderResponse } from './settle-responses.service.ts';
import { UnrecordedResponses } from './unrecorded-responses.service.ts';

/** Responses to be written: one group at a time, while the next gathers. */
export class Outcomes {
  readonly #ctx: SystemContext;
  readonly #kinds: OutboundKinds;
  readonly #flights: Flights;
  readonly #onSettled: () => void;
  readonly #answers: ProviderResponse[] = [];
  readonly #copies: SentCopies;
  readonly #kept: UnrecordedResponses;
  #settling: Promise<void> | null = null;

  constructor(
    ctx: SystemContext,
    kinds: OutboundKinds,
    flights: Flights,
    onSettled: () => void,
    retry_pauses_in_ms?: readonly number[],
  ) {
    this.#ctx = ctx;
    this.#kinds = kinds;
    this.#flights = flights;
    this.#onSettled = onSettled;
    this.#copies = new SentCopies(ctx);
    const retry = (answered: ProviderResponse): void => {
      this.add(answered);
      this.settle();
    };
    this.#kept = new UnrecordedResponses(ctx, retry, retry_pauses_in_ms);
  }

  /** The writing that is under way. */
  get settling(): Promise<void> | null {
    return this.#settling;
  }

  add(answered: ProviderResponse): void {
    this.#answers.push(answered);
  }

  settle(): void {
    this.#settling ??= this.#settleGroups().finally(() => {
      this.#settling = null;
      if (this.#answers.length > 0) this.settle();
    });
  }

  /** Writes the rest and ends. Nothing may be added afterwards. */
  async end(): Promise<void> {
    await this.#settling;
    this.#answers.push(...this.#kept.end());
    this.settle();
    await this.#settling;
  }

  async #settleGroups(): Promise<void> {
    while (this.#answers.length > 0) {
      const group = this.#answers.splice(0);
      const unsettled = new Set(group);
      try {
        await settleGroup(this.#ctx, this.#kinds, group, (settled) => {
          for (const answered of settled) unsettled.delete(answered);
        });
        for (const answered of unsettled) this.#keep(answered);
        for (const answered of group) if (!unsettled.has(answered)) this.#kept.forget(answered);
        unsettled.clear();
        await failpoint('after_settle_commit');
      } catch (error) {
        this.#ctx.log.error({ err: error, mails: unsettled.size }, 'outcomes not written, retrying');
        this.#answers.unshift(...unsettled);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      for (const answered of group) {
        if (unsettled.has(answered)) continue;
        this.#flights.end(answered.dispatched);
        this.#fileCopy(answered);
      }
      this.#onSettled();
    }
  }

  /** For later. Its mail need not wait for that: it has left. */
  #keep(answered: ProviderResponse): void {
    const { answer } = answered;
    this.#fileCopy(answered);
    if (answer.ok && 'mail' in answer) answer.mail = null;
    this.#kept.keep(answered);
  }

  #fileCopy({ dispatched, answer }: ProviderResponse): void {
    if (dispatched.channel !== 'email' || !answer.ok || !('mail' in answer) || answer.mail === null) return;
    this.#copies.add({ dispatched, mail: answer.mail });
  }
}
