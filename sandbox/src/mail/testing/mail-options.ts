import type { MailSandboxOptions } from '../mail-sandbox.ts';
import { DEFAULT_MIX } from '../prospect-behaviour.ts';

type TestMailOptions = Partial<Omit<MailSandboxOptions, 'prospects'>> & {
  seed?: number;
  /** True: prospects do nothing at all. */
  is_silent?: boolean;
  /** From and to. */
  reply_delay_in_seconds?: [number, number];
};

/** Options of a mail server on free ports that keeps nothing on disk, whose prospects behave as usual and reply immediately. */
export function testMail(options: TestMailOptions = {}): MailSandboxOptions {
  const { seed = 1, is_silent = false, reply_delay_in_seconds: delay = [0, 0], ...given } = options;
  const silent = { positive: 0, negative: 0, unsubscribe: 0, out_of_office: 0, hard_bounce: 0, soft_bounce: 0 };
  return {
    smtp_port: 0,
    imap_port: 0,
    password: 'sandbox',
    keeps_sent_copies: true,
    ledger_file: null,
    journal_file: null,
    slow_in_ms: 50,
    prospects: {
      seed,
      mix: is_silent ? { ...silent, silent: 1 } : DEFAULT_MIX,
      reply_delay_in_seconds: { min: delay[0], max: delay[1] },
    },
    ...given,
  };
}
