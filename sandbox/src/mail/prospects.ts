import type { SandboxClock } from '../clock.ts';
import type { Schedule } from '../schedule.ts';
import type { MailStore, ReceivedMail } from './mail-store.ts';
import { type BehaviourMix, behaviourOf, chance } from './prospect-behaviour.ts';
import { composeBounce, composeReply } from './reply-composer.ts';

export type ProspectOptions = {
  seed: number;
  mix: BehaviourMix;
  /** Between a mail and its answer, in seconds of the installation's clock. */
  reply_delay_in_seconds: { min: number; max: number };
};

export type Prospects = {
  options: ProspectOptions;
  /** Lets everybody who is no account react to the mail, later. */
  receiveMail(mail: ReceivedMail): void;
  /** An answer now, with this text. @returns its Message-ID's mailbox, i.e. the account that gets it */
  replyNow(mail: ReceivedMail, recipient: string, text: string): Promise<string>;
};

/** Maximum replies of one person: an eager one writes back, but not forever. */
const MOST_ANSWERS = {
  positive: 3,
  negative: 1,
  unsubscribe: 1,
  out_of_office: 1,
  hard_bounce: 99,
  soft_bounce: 99,
  silent: 0,
};

/** People on the other side: seeded, which makes a run repeatable. */
export function createProspects(
  options: ProspectOptions,
  store: MailStore,
  clock: SandboxClock,
  schedule: Schedule,
  deliver: (email: string, raw: Buffer, reaction: string | null) => void,
  /** Reactions of an earlier life, by their names. */
  done: ReadonlySet<string> = new Set(),
): Prospects {
  const answered = new Map<string, number>();

  async function react(mail: ReceivedMail, recipient: string, due_at: number): Promise<void> {
    const behaviour = behaviourOf(recipient, options.seed, options.mix);
    if (behaviour === 'silent') return;
    const sent_at = new Date(due_at);
    const isBounce = behaviour === 'hard_bounce' || behaviour === 'soft_bounce';
    const raw = isBounce
      ? composeBounce(mail, recipient, behaviour === 'hard_bounce', sent_at, store.account(mail.from).hides_headers)
      : await composeReply(mail, recipient, behaviour, sent_at);
    deliver(mail.from, raw, nameOf(mail, recipient));
  }

  return {
    options,
    receiveMail(mail) {
      // The installation's own mail goes to its users: a verification code gets no reply.
      if (mail.is_system || mail.from === '') return;
      for (const recipient of mail.recipients) {
        if (store.account(recipient).is_open) continue;
        const behaviour = behaviourOf(recipient, options.seed, options.mix);
        const key = `${mail.from}\n${recipient}`.toLowerCase();
        const count = (answered.get(key) ?? 0) + 1;
        if (count > MOST_ANSWERS[behaviour]) continue;
        answered.set(key, count);
        const { min, max } = options.reply_delay_in_seconds;
        // A bounce comes from a machine, immediately; people take their time.
        const isBounce = behaviour === 'hard_bounce' || behaviour === 'soft_bounce';
        const delay = isBounce ? Math.min(1, min) : min + (max - min) * chance(options.seed, 'delay', recipient, count);
        if (done.has(nameOf(mail, recipient))) continue;
        const due_at = Date.parse(mail.received_at) + delay * 1000;
        schedule.at(due_at, () => react(mail, recipient, due_at));
      }
    },
    async replyNow(mail, recipient, text) {
      const raw = await composeReply(mail, recipient, 'positive', new Date(clock.now()), text);
      deliver(mail.from, raw, null);
      return mail.from;
    },
  };
}

function nameOf(mail: ReceivedMail, recipient: string): string {
  return `${mail.id} ${recipient}`;
}
