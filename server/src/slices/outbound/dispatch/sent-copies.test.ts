import type { ComposedMail } from '@overture/adapters/mailbox/mailbox.port';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeMailSender, makeOrganization } from '../../campaigns/run/run.factory.ts';
import { ACCEPTED, goTo, makeLetterKind, makeMailbox, planLetters } from '../outbound.factory.ts';
import { type Dispatcher, startDispatcher } from './dispatcher.service.ts';
import { SentCopies } from './sent-copies.service.ts';

const { mailbox, answers } = makeMailbox(createSmtpImapMailbox());
const server = useTestServer({ roles: ['web'], mailbox, is_alone: true });
const system = () => server.program.system;
let dispatcher: Dispatcher | undefined;
let senders = 0;

afterEach(async () => {
  await dispatcher?.stop();
  dispatcher = undefined;
  vi.restoreAllMocks();
});

describe('the copy of a mail with tracking', () => {
  const HTML = '<p>Hello</p>';
  const SENT = `${HTML}<img src="https://t.acme.example/o/1.1.x" width="1" height="1" alt="">`;

  /** Sends one mail with tracking; `attachments` are read for the mail and again for its copy. */
  async function send(attachments: { file_key: string; name: string; type: string; size: number }[] = []) {
    const letters = makeLetterKind('letter');
    const organization_id = await makeOrganization(system());
    senders += 1;
    const email = `copy${senders}@acme.example`;
    const sender = {
      organization_id,
      account_id: await makeMailSender(system(), organization_id, { email, smtp_port: 1 }),
    };
    await server.owner.query('update accounts set sent_copy = null where id = $1', [sender.account_id]);
    const [mine] = await planLetters(system(), { kind: letters.kind.name, ...sender, amount: 1 });
    const verdict = goTo('kim@northwind.example');
    const letter = { ...verdict.letter, html: HTML, sent_html: SENT, attachments };
    letters.verdicts.set(mine!.ref_id, () => ({ ...verdict, letter }));
    const sent = Promise.withResolvers<ComposedMail>();
    answers.send = async (_, mail) => {
      sent.resolve(mail);
      return ACCEPTED;
    };
    dispatcher = startDispatcher(system(), new Map([[letters.kind.name, letters.kind]]), { poll_in_ms: 20 });
    return sent.promise;
  }

  test('is filed without it, as the same mail', async () => {
    const filed = Promise.withResolvers<ComposedMail>();
    answers.file = async (_, copy) => {
      filed.resolve(copy);
      return 'appended';
    };
    const [mail, copy] = await Promise.all([send(), filed.promise]);
    expect(mail.raw.toString()).toContain('t.acme.example');
    expect(copy.raw.toString()).not.toContain('t.acme.example');
    expect(copy.raw.toString()).toContain(HTML);
    expect(copy.message_id).toBe(mail.message_id);
    const dateOf = ({ raw }: ComposedMail) => /^Date: .*$/m.exec(raw.toString())?.[0];
    expect(dateOf(copy)).toBe(dateOf(mail));
  });

  test('that cannot be made is left out, and leaves no timer that would end the program', async () => {
    const read = vi.spyOn(system().ports.files, 'readFile').mockResolvedValueOnce(Buffer.from('plan'));
    read.mockRejectedValueOnce(new Error('the bucket does not answer'));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const warned = vi.spyOn(system().log, 'warn');
    await send([{ file_key: 'x', name: 'plan.pdf', type: 'application/pdf', size: 4 }]);
    await expect
      .poll(() => warned.mock.calls.map(([, words]) => words))
      .toContain('the copy of a sent mail was not filed');
    const limits = timers.mock.results.filter((_, index) => timers.mock.calls[index]?.[1] === 60_000);
    expect(
      limits.map(({ value }) => value).filter((one) => !cleared.mock.calls.some(([timer]) => timer === one)),
    ).toEqual([]);
  });
});

test('copies of large mails take a bounded share of the memory, those under way included', async () => {
  const released = Promise.withResolvers<void>();
  const filed: string[] = [];
  answers.file = async (_, { message_id }) => {
    filed.push(message_id);
    await released.promise;
    return 'appended';
  };
  const copies = new SentCopies(system());
  const give = (account_id: number): void => {
    const dispatched = { account_id, sent_copy: 'appended', letter: {}, connection: {} };
    const mail = { message_id: String(account_id), raw: { length: 50 * 1024 * 1024 } };
    copies.add({ dispatched, mail } as unknown as Parameters<SentCopies['add']>[0]);
  };
  for (const account of [1, 2, 3]) give(account);
  await expect.poll(() => filed).toEqual(['1', '2']);
  released.resolve();
  await expect
    .poll(() => {
      give(4);
      return filed.includes('4');
    })
    .toBe(true);
  expect(filed).not.toContain('3');
});
