import type { SystemContext } from '../../../kernel/context.ts';
import type { Answered } from './settle-answers.service.ts';

/** An answer that could not be written is tried again after these pauses, for an hour in all. */
const PAUSES_IN_MS = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 40 * 60_000];
/** More of them are no fault of single answers; their outcomes are unknown, and evidence decides. */
const MOST_KEPT = 1000;
const MOST_OF_ORGANIZATION = 100;

/**
 * Answers of providers that could not be written. Their actions are unknown meanwhile and hold no place; nobody is asked again for what is
 * known, so each answer waits for its next try in this process.
 */
export class KeptAnswers {
  readonly #ctx: Pick<SystemContext, 'log'>;
  readonly #retry: (answered: Answered) => void;
  readonly #pauses: readonly number[];
  readonly #tries = new Map<Answered, number>();
  readonly #timers = new Map<Answered, NodeJS.Timeout>();
  #isEnded = false;

  /** @param retry tries to write an answer again */
  constructor(
    ctx: Pick<SystemContext, 'log'>,
    retry: (answered: Answered) => void,
    pauses: readonly number[] = PAUSES_IN_MS,
  ) {
    this.#ctx = ctx;
    this.#retry = retry;
    this.#pauses = pauses;
  }

  keep(answered: Answered): void {
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

  #isFull({ dispatched }: Answered): boolean {
    const isOfSame = (kept: Answered): boolean => kept.dispatched.organization_id === dispatched.organization_id;
    return this.#tries.size >= MOST_KEPT || [...this.#tries.keys()].filter(isOfSame).length >= MOST_OF_ORGANIZATION;
  }

  /** It is written. */
  forget(answered: Answered): void {
    this.#tries.delete(answered);
  }

  /** Takes out all that wait, for one last try: what fails from here on is given up. */
  end(): Answered[] {
    this.#isEnded = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    const waiting = [...this.#timers.keys()];
    this.#timers.clear();
    return waiting;
  }

  #giveUp(answered: Answered): void {
    this.#tries.delete(answered);
    const { dispatched, answer } = answered;
    const told = answer.ok ? 'accepted' : (answer.failure?.reason ?? 'not begun');
    this.#ctx.log.error(
      { intent_id: dispatched.id, told },
      "a provider's answer could not be recorded, evidence decides",
    );
  }
}
