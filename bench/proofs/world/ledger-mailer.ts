import { appendFileSync, readFileSync } from 'node:fs';
import type { MailerPort } from '@overture/adapters/mailer/mailer.port';

/** Around the handover of a mail: it has not left, it may have left and did not, it has left without a response. */
export const MAIL_DEATHS = ['before_handover', 'in_handover', 'after_handover'] as const;

export interface LedgerMail {
  to: string;
  text: string;
}

/**
 * A mail server of the installation whose mails are lines of a file. With `dies`, one of `MAIL_DEATHS` and how likely (`in_handover:0.5`), the process
 * is killed there.
 */
export function createLedgerMailer(file: string, dies = ''): MailerPort {
  const [place = '', likelihood = '1'] = dies.split(':');
  const mayDie = (here: (typeof MAIL_DEATHS)[number]): void => {
    if (here === place && Math.random() < Number(likelihood)) process.kill(process.pid, 'SIGKILL');
  };
  return {
    async sendSystemMail({ to, text, before_handover }) {
      mayDie('before_handover');
      await before_handover?.();
      mayDie('in_handover');
      appendFileSync(file, `${JSON.stringify({ to, text } satisfies LedgerMail)}\n`);
      mayDie('after_handover');
    },
    check: async () => undefined,
    close: async () => undefined,
  };
}

export function readMailLedger(file: string): LedgerMail[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LedgerMail]));
}
