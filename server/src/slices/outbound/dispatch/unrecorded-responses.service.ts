import type { SystemContext } from '../../../kernel/context.ts';
import type { ProviderResponse } from './settle-responses.service.ts';

/** A response that could not be written is retried after these pauses, for an hour in all. */
const PAUSES_IN_MS = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 40 * 60_000];
/** With more of them the responses are not at fault: their outcomes are unknown, and evidence decides. */
const MOST_KEPT = 1000;
const MOST_OF_ORGANIZATION = 100;

/**
 * Provider responses that could not be written. Their actions are unconfirmed and occupy no slot. The provider is not asked again for what
 * is known: each response waits in this process for its next try.
 */
export class UnrecordedResponses {
  readonly #ctx: Pick<SystemContext, 'log'>;
  readonly #retry: (answered: ProviderResponse) => void;
  readonly #pauses: readonly number[];
  readonly #tries = new Map<ProviderResponse, number>();
  readonly #timers = new Map<ProviderResponse, NodeJS.Timeout>();
  #isEnded = false;

  /** @param retry tries to write a response again */
  constructor(
    ctx: Pick<SystemContext, 'log'>,
    retry: (answered: ProviderResponse) => void,
    pauses: readonly number[] = PAUSES_IN_MS,
  ) {
    this.#ctx = ctx;
    this.#retry = retry;
    this.#pauses = pauses;
  }

  keep(answered: ProviderResponse): void {
    const tries = this.#tries.get(answered) ?? 0;
    const pause = this.#pauses[tries];
    if (this.#isEnded || pause === undefined || (tries === 0 && this.#isFull(answered))) {
      this.#giveUp(answered);
      return;
    }
    this.#tries.set(answered, tries + 1);
    const timer = setTimeout(() => {
      this.#timers.delete(answered);
      this.#retry(answered);
    }, pause);
    this.#timers.set(answered, timer.unref());
  }

  #isFull({ dispatched }: ProviderResponse): boolean {
    const isOfSame = (kept: ProviderResponse): boolean =>
      kept.dispatched.organization_id === dispatched.organization_id;
    return this.#tries.size >= MOST_KEPT || [...this.#tries.keys()].filter(isOfSame).length >= MOST_OF_ORGANIZATION;
  }

  /** It is written. */
  forget(answered: ProviderResponse): void {
    this.#tries.delete(answered);
  }

  /** Removes all waiting responses for one last try; those that fail now are given up. */
  end(): ProviderResponse[] {
    this.#isEnded = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    const waiting = [...this.#timers.keys()];
    this.#timers.clear();
    return waiting;
  }

  #giveUp(answered: ProviderResponse): void {
    this.#tries.delete(answered);
    const { dispatched, answer } = answered;
    const response = answer.ok ? 'accepted' : (answer.failure?.reason ?? 'not begun');
    this.#ctx.log.error({ intent_id: dispatched.id, response }, 'provider response not recorded, evidence decides');
  }
}
