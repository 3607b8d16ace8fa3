import { createClock } from '../../../sandbox/src/clock.ts';
import { type MailSandbox, startMailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import { testMail } from '../../../sandbox/src/mail/testing/mail-options.ts';

/** A mail server whose prospects never answer, and that keeps no copies of what is sent. `slow_in_ms` is what each mail takes. */
export function startSilentMail(slow_in_ms: number): Promise<MailSandbox> {
  return startMailSandbox(
    testMail({ keeps_sent_copies: false, slow_in_ms, is_silent: true, reply_delay_in_seconds: [1, 2] }),
    createClock(),
  );
}
