import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImapConnection } from '../mailbox.port.ts';
import { type HostileImap, type Misbehavior, startHostileImap } from '../testing/hostile-imap.ts';
import { eventually, recordSync } from '../testing/mailbox-world.ts';
import { createByteBudget } from './imap-limits.api.ts';
import { createSmtpImapMailbox } from './smtp-imap.adapter.ts';

let imap: HostileImap;
beforeEach(async () => {
  imap = await startHostileImap();
});
afterEach(() => imap.close());

const connection = (): ImapConnection => {
  const login = { host: '127.0.0.1', port: imap.port, secure: false, username: 'ann@corp.test', password: 'x' };
  return { type: 'IMAP', email: 'ann@corp.test', imap: login, smtp: login };
};
const mail = (subject: string, body = 'Hello'): Buffer =>
  Buffer.from(`From: ada@north.example\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@x.test>\r\n\r\n${body}`);

const megabyte = Buffer.alloc(1_000_000, 'a');
const stream =
  (piece: Buffer | string, times: number): Misbehavior =>
  async (say) => {
    for (let count = 0; count < times; count += 1) await say(piece);
  };

/** What an account reports about such a server, and that the process's memory stays bounded. */
async function complaint(command: string, misbehavior: Misbehavior): Promise<string | null> {
  imap.misbehaviors.set(command, misbehavior);
  const port = createSmtpImapMailbox({
    outbound_allow: '127.0.0.1',
    connect_timeout_in_ms: 3_000,
    answer_timeout_in_ms: 3_000,
  });
  const inbox = recordSync(port, connection());
  try {
    const { found } = await eventually('an account that complains', () =>
      inbox.statuses.find(({ status }) => status === 'ERROR'),
    );
    return found.reason;
  } finally {
    await inbox.sync.close();
    await port.close();
  }
}

describe('a misbehaving mail server is reported, in words', () => {
  test.each<[string, string, Misbehavior, RegExp]>([
    ['an endless greeting', 'GREETING', stream(megabyte, 60), /endless lines/],
    ['an endless line', 'LIST', stream(megabyte, 60), /endless lines/],
    ['an endless line before the sign-in', 'LOGIN', stream(megabyte, 60), /endless lines/],
    ['a literal of a gigabyte', 'LIST', stream('* LIST () "/" {1000000000}\r\n', 1), /larger than any mail/],
    [
      'a literal larger than any number',
      'LIST',
      stream(`* LIST () "/" {${'9'.repeat(30)}}\r\n`, 1),
      /larger than any mail/,
    ],
    ['many literals in one answer', 'LIST', stream('* LIST {20000000}\r\n', 1), /./],
    ['answers without end', 'LIST', stream(`* OK ${'a'.repeat(900)}\r\n`.repeat(1_000), 60), /more than it was asked/],
    [
      'thousands of folders',
      'LIST',
      stream(Array.from({ length: 2_000 }, (_, n) => `* LIST () "/" "${'f'.repeat(200)}${n}"\r\n`).join(''), 60),
      /more than it was asked/,
    ],
    ['garbage', 'LIST', stream('\x00\xff)(*&^%$\r\n', 1_000), /./],
    ['a hang-up', 'LIST', async () => Promise.reject(new Error('gone')), /./],
    [
      'numbers no mailbox has',
      'EXAMINE',
      async (say, tag) =>
        say(`* 1 EXISTS\r\n* OK [UIDVALIDITY 99999999999] .\r\n* OK [UIDNEXT 99999999999999999999] .\r\n${tag} OK\r\n`),
      /numbers its mails/,
    ],
  ])(
    '%s',
    async (_name, command, misbehavior, words) => {
      expect(await complaint(command, misbehavior)).toMatch(words);
    },
    30_000,
  );
});

describe('sizes', () => {
  test('compression is never asked for, so nothing can inflate', async () => {
    imap.capabilities = 'IMAP4rev1 COMPRESS=DEFLATE';
    let asked = false;
    imap.misbehaviors.set('COMPRESS', async (say, tag) => {
      asked = true;
      await say(`${tag} OK\r\n`);
    });
    imap.deliver(mail('plain'));
    const port = createSmtpImapMailbox({ outbound_allow: '127.0.0.1' });
    const inbox = recordSync(port, connection());
    await eventually('the mail', () => inbox.mails.length === 1);
    await inbox.sync.close();
    await port.close();
    expect(asked).toBe(false);
  });

  test('a server that says too little, names other mails, or the same ones twice, is believed no further', async () => {
    for (let count = 0; count < 30; count += 1) imap.deliver(mail(`mail ${count}`, 'x'.repeat(200_000)));
    imap.said_size = () => 10;
    const port = createSmtpImapMailbox({ outbound_allow: '127.0.0.1' });
    const inbox = recordSync(port, connection());
    await eventually('the mails', () => inbox.mails.length === 30);
    expect(inbox.mails.every((one) => one.mail.text.length === 200_000 && !one.mail.is_truncated)).toBe(true);
    await inbox.sync.close();
    await port.close();
  });

  test('an oversized mail is delivered by its head, for any announced size', async () => {
    imap.deliver(mail('huge', 'x'.repeat(26_000_000)));
    imap.deliver(mail('next'));
    const port = createSmtpImapMailbox({ outbound_allow: '127.0.0.1' });
    const inbox = recordSync(port, connection());
    await eventually('both', () => inbox.mails.length === 2);
    expect(inbox.mails.map((one) => [one.mail.subject, one.mail.is_truncated])).toEqual([
      ['huge', true],
      ['next', false],
    ]);
    expect(inbox.mails[0]?.source.raw.length).toBeLessThan(100_000);
    await inbox.sync.close();
    await port.close();
  });
});

describe('the budget of an hour', () => {
  test('saves volume, then waits for the next hour, and restarts', () => {
    let now = 0;
    const budget = createByteBudget({ sparing_from_in_bytes: 10, most_in_bytes: 20 }, () => now);
    budget.spend(9);
    expect([budget.isSparing(), budget.spentUntil()]).toEqual([false, null]);
    budget.spend(1);
    expect([budget.isSparing(), budget.spentUntil()]).toEqual([true, null]);
    budget.spend(10);
    expect(budget.spentUntil()).toEqual(new Date(3_600_000));
    now = 3_600_000;
    expect([budget.isSparing(), budget.spentUntil()]).toEqual([false, null]);
  });
});
