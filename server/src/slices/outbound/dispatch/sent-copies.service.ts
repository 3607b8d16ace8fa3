import type { ComposedMail } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../../kernel/context.ts';
import { setSentCopy } from '../../senders/index.ts';
import type { DispatchedMail } from './dispatch.service.ts';
import { compose } from './send.service.ts';

interface WaitingCopy {
  dispatched: DispatchedMail;
  mail: ComposedMail;
}

/** Copies that wait in memory, of one sender and in all; the oldest of a sender are given up first. */
const MOST_OF_SENDER = 20;
const MOST_WAITING = 400;
/** Those under way included. Mails with files are large: slow Sent folders must not fill the memory with them. */
const MOST_BYTES_WAITING = 128 * 1024 * 1024;
const SENDERS_AT_ONCE = 16;
const FILING_IN_MS = 60_000;
/** Pause after a mailbox could not be reached; its copies are given up. */
const PAUSE_IN_MS = 5 * 60_000;

/**
 * Files copies of sent mails in the senders' Sent folders, where their servers do not do it themselves, and remembers
 * which of the two a mailbox does. A comfort, not a duty: copies lost with the process are lost. A silent server delays
 * its own sender's copies only.
 */
export class SentCopies {
  readonly #ctx: SystemContext;
  readonly #waiting = new Map<number, WaitingCopy[]>();
  readonly #running = new Set<number>();
  readonly #pausedUntil = new Map<number, number>();
  #amount = 0;
  #bytes = 0;

  constructor(ctx: SystemContext) {
    this.#ctx = ctx;
  }

  add(copy: WaitingCopy): void {
    const { account_id, sent_copy } = copy.dispatched;
    if (isNobodys(sent_copy) || this.#isPaused(account_id) || !this.#hasRoom(copy)) return;
    const own = this.#waiting.get(account_id) ?? [];
    this.#waiting.set(account_id, own);
    own.push(copy);
    this.#count(copy, 1);
    if (own.length > MOST_OF_SENDER) this.#giveUp(own, 1);
    this.#start();
  }

  #hasRoom({ mail }: WaitingCopy): boolean {
    return this.#amount < MOST_WAITING && this.#bytes + mail.raw.length <= MOST_BYTES_WAITING;
  }

  #giveUp(own: WaitingCopy[], amount: number): void {
    for (const copy of own.splice(0, amount)) this.#count(copy, -1);
  }

  #count({ mail }: WaitingCopy, change: 1 | -1): void {
    this.#amount += change;
    this.#bytes += change * mail.raw.length;
  }

  #isPaused(account: number): boolean {
    const until = this.#pausedUntil.get(account);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#pausedUntil.delete(account);
    return false;
  }

  #start(): void {
    for (const account of this.#waiting.keys()) {
      if (this.#running.size >= SENDERS_AT_ONCE) return;
      if (this.#running.has(account)) continue;
      this.#running.add(account);
      void this.#fileAll(account).finally(() => {
        this.#running.delete(account);
        this.#start();
      });
    }
  }

  /** All that waits of one sender, one after the other. */
  async #fileAll(account: number): Promise<void> {
    const own = this.#waiting.get(account) ?? [];
    let way: string | null = null;
    for (let next = own.shift(); next !== undefined; next = own.shift()) {
      try {
        if (!isNobodys(way)) way = await this.#file(next, way ?? next.dispatched.sent_copy);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#ctx.log.warn({ account_id: account, reason }, 'the copy of a sent mail was not filed');
        this.#pausedUntil.set(account, performance.now() + PAUSE_IN_MS);
        this.#giveUp(own, own.length);
      } finally {
        this.#count(next, -1);
      }
    }
    this.#waiting.delete(account);
  }

  async #file({ dispatched, mail }: WaitingCopy, known: string | null): Promise<string> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`no answer within ${FILING_IN_MS / 1000} s`)), FILING_IN_MS);
    const filing = withoutTracking(this.#ctx, { dispatched, mail }).then((copy) =>
      this.#ctx.ports.mailbox.fileSentCopy(dispatched.connection, copy),
    );
    const filed = await Promise.race([filing, late]).finally(() => clearTimeout(timer));
    if (filed !== known) await this.#ctx.systemTransaction((tx) => setSentCopy(tx, dispatched.account_id, filed));
    return filed;
  }
}

/** The mail as it was written: a sender who reads the copy, or follows its links, would count as the lead. */
async function withoutTracking(
  ctx: Pick<SystemContext, 'ports' | 'log'>,
  { dispatched, mail }: WaitingCopy,
): Promise<ComposedMail> {
  const { sent_html, ...letter } = dispatched.letter;
  return sent_html === undefined ? mail : compose(ctx, { ...dispatched, letter });
}

/** Where nothing is to be filed: the server keeps a copy itself, or there is no folder. */
const isNobodys = (way: string | null): boolean => way === 'kept_by_server' || way === 'no_sent_folder';
