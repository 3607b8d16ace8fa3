import { createClock } from '../../../sandbox/src/clock.ts';
import { type MailSandbox, startMailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';

/** A mail server whose prospects never answer, and that keeps no copies of what is sent. `slow_in_ms` is what each mail takes. */
export function startSilentMail(slow_in_ms: number): Promise<MailSandbox> {
  return startMailSandbox(
    {
      smtp_port: 0,
      imap_port: 0,
      password: 'sandbox',
      keeps_sent_copies: false,
      ledger_file: null,
      journal_file: null,
      slow_in_ms,
      prospects: {
        seed: 1,
        mix: { positive: 0, negative: 0, unsubscribe: 0, out_of_office: 0, hard_bounce: 0, soft_bounce: 0, silent: 1 },
        reply_delay_in_seconds: { min: 1, max: 2 },
      },
    },
    createClock(),
  );
}
