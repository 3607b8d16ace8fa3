import { FilesUnavailableError } from '@overture/adapters/files/files.port';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeMailSender, makeOrganization } from '../../campaigns/run/run.factory.ts';
import {
  ACCEPTED,
  goTo,
  type LetterKind,
  loadIntents,
  makeLetterKind,
  makeMailbox,
  planLetters,
} from '../outbound.factory.ts';
import { type Dispatcher, type DispatcherOptions, startDispatcher } from './dispatcher.service.ts';

const { mailbox, answers } = makeMailbox(createSmtpImapMailbox());
const server = useTestServer({ roles: ['web'], mailbox, is_alone: true });
const system = () => server.program.system;
let dispatcher: Dispatcher | undefined;
let kinds = 0;

afterEach(async () => {
  await dispatcher?.stop();
  vi.restoreAllMocks();
});

function newKind(): LetterKind {
  kinds += 1;
  return makeLetterKind(`letter ${kinds}`);
}

function start({ kind }: LetterKind, options: Pick<DispatcherOptions, 'slow_after_in_ms'> = {}): void {
  dispatcher = startDispatcher(system(), new Map([[kind.name, kind]]), { poll_in_ms: 20, ...options });
}

let senders = 0;
async function makeSender(organizationId?: number) {
  senders += 1;
  const organization_id = organizationId ?? (await makeOrganization(system()));
  const email = `sender${senders}@acme.example`;
  return { organization_id, account_id: await makeMailSender(system(), organization_id, { email, smtp_port: 1 }) };
}

const LARGEST_IN_BYTES = 25 * 1024 * 1024;

const makeDue = (id: number) =>
  server.owner.query('update outbound_intents set due_at = app_now() where id = $1', [id]);
const outcomeOf = (letters: LetterKind, id: number) => letters.settled.findLast((one) => one.id === id)?.outcome;

describe('a file that cannot be read', () => {
  async function planWithFile(letters: LetterKind) {
    const { files } = system().ports;
    const { key } = await files.saveFile('attachments', Buffer.from('the offer'), 100);
    const sender = await makeSender();
    const given = { ...sender, kind: letters.kind.name };
    const [withFile, without] = await planLetters(system(), { ...given, amount: 2 });
    letters.verdicts.set(withFile!.ref_id, () => {
      const verdict = goTo('file@northwind.example');
      const attachments = [{ file_key: key, name: 'Offer.pdf', type: 'application/pdf', size: 9 }];
      return { ...verdict, letter: { ...verdict.letter, attachments } };
    });
    const sent: string[] = [];
    answers.send = async (_, mail) => {
      sent.push(mail.raw.includes(Buffer.from('the offer').toString('base64')) ? 'with' : 'without');
      return ACCEPTED;
    };
    return { ...sender, withFile: withFile!, without: without!, key, sent };
  }
  const heldReason = async (id: number) =>
    (await server.owner.query('select held_reason from accounts where id = $1', [id])).rows[0].held_reason;

  test('holds its message alone, in words that name nothing of the operator; it leaves once, whole, when the store is back', async () => {
    const letters = newKind();
    const { withFile, without, account_id, sent } = await planWithFile(letters);
    const reading = vi
      .spyOn(system().ports.files, 'readFile')
      .mockRejectedValue(new FilesUnavailableError('There is no bucket secret-name at 10.0.0.7 (FILES_S3_BUCKET).'));
    start(letters);
    await letters.waitFor((settled) => settled.length === 2);
    expect(outcomeOf(letters, without.id)).toMatchObject({ outcome: 'confirmed' });
    expect(outcomeOf(letters, withFile.id)).toMatchObject({
      ...{ outcome: 'held', rule: 'retry', is_try: false },
      reason: "The file Offer.pdf can't be read right now. The message waits for it.",
    });
    expect([sent, await heldReason(account_id)]).toEqual([['without'], null]);
    reading.mockRestore();
    await makeDue(withFile.id);
    await letters.waitFor((settled) => settled.length === 3);
    expect(outcomeOf(letters, withFile.id)).toMatchObject({ outcome: 'confirmed' });
    expect(sent).toEqual(['without', 'with']);
    expect(await loadIntents(system(), [withFile.id])).toMatchObject([{ state: 'confirmed', attempts: 1 }]);
  });

  test('that is missing never lets its message leave without it, nor holds its sender', async () => {
    const letters = newKind();
    const { withFile, account_id, key, sent } = await planWithFile(letters);
    await system().ports.files.deleteFile(key);
    start(letters);
    await letters.waitFor((settled) => settled.length === 2);
    expect(outcomeOf(letters, withFile.id)).toMatchObject({
      ...{ outcome: 'held', rule: 'retry', is_try: true },
      reason: "The file Offer.pdf can't be found. Attach it again, or ask your operator.",
    });
    expect([sent, await heldReason(account_id)]).toEqual([['without'], null]);
  });
});

test('a message with large files that finds no place is checked again: it does not leave after a reply, nor delays small ones', async () => {
  const letters = newKind();
  const { key } = await system().ports.files.saveFile('attachments', Buffer.from('the offer'), 100);
  const attachments = [{ file_key: key, name: 'Offer.pdf', type: 'application/pdf', size: LARGEST_IN_BYTES }];
  const first = await makeSender();
  const released = Promise.withResolvers<void>();
  const sent: string[] = [];
  answers.send = async (_, { envelope, raw }) => {
    sent.push(envelope.to[0]!);
    if (raw.includes('Offer.pdf')) await released.promise;
    return ACCEPTED;
  };
  async function planLarge(sender: Awaited<ReturnType<typeof makeSender>>) {
    const [one] = await planLetters(system(), { ...sender, kind: letters.kind.name, amount: 1 });
    const verdict = goTo(`${one!.ref_id}@northwind.example`);
    letters.verdicts.set(one!.ref_id, () => ({ ...verdict, letter: { ...verdict.letter, attachments } }));
    return one!;
  }
  for (const sender of [first, await makeSender(first.organization_id), await makeSender(first.organization_id)])
    await planLarge(sender);
  start(letters);
  await expect.poll(() => sent.length).toBe(3);
  const last = await makeSender(first.organization_id);
  const large = await planLarge(last);
  const small = await planLetters(system(), { ...last, kind: letters.kind.name, amount: 4 });
  dispatcher?.wake();
  await letters.waitFor((settled) => settled.length === 5);
  for (const { id } of small) expect(outcomeOf(letters, id)).toMatchObject({ outcome: 'confirmed' });
  expect(outcomeOf(letters, large.id)).toMatchObject({
    ...{ outcome: 'held', rule: 'due', is_try: false },
    reason: 'Other messages with large files are being sent. This one leaves after them.',
  });
  letters.verdicts.set(large.ref_id, () => ({ verdict: 'cancel', reason: 'The lead replied.' }));
  released.resolve();
  await makeDue(large.id);
  await letters.waitFor(() => outcomeOf(letters, large.id)?.outcome === 'cancelled');
  await letters.waitFor((settled) => settled.filter(({ outcome }) => outcome.outcome === 'confirmed').length === 7);
  expect(sent).not.toContain(`${large.ref_id}@northwind.example`);
});

test('slow servers of two organizations leave room for large files of a third one', async () => {
  const letters = newKind();
  const { key } = await system().ports.files.saveFile('attachments', Buffer.from('the offer'), 100);
  const attachments = [{ file_key: key, name: 'Offer.pdf', type: 'application/pdf', size: LARGEST_IN_BYTES }];
  const released = Promise.withResolvers<void>();
  const sent: string[] = [];
  answers.send = async (_, { envelope }) => {
    sent.push(envelope.to[0]!);
    if (!envelope.to[0]!.endsWith('quick.example')) await released.promise;
    return ACCEPTED;
  };
  async function planLarge(organizationId: number, host: string): Promise<number> {
    const sender = await makeSender(organizationId);
    const [one] = await planLetters(system(), { ...sender, kind: letters.kind.name, amount: 1 });
    const verdict = goTo(`${one!.ref_id}@${host}`);
    letters.verdicts.set(one!.ref_id, () => ({ ...verdict, letter: { ...verdict.letter, attachments } }));
    return one!.id;
  }
  const slow = [await makeOrganization(system()), await makeOrganization(system())];
  const ids: number[] = [];
  for (const organization of slow)
    for (let n = 0; n < 4; n += 1) ids.push(await planLarge(organization, 'slow.example'));
  start(letters);
  await letters.waitFor((settled) => settled.length >= 4);
  expect(sent.length).toBeGreaterThanOrEqual(4);
  const third = await planLarge(await makeOrganization(system()), 'quick.example');
  dispatcher?.wake();
  await letters.waitFor(() => outcomeOf(letters, third) !== undefined);
  expect(outcomeOf(letters, third)).toMatchObject({ outcome: 'confirmed' });
  released.resolve();
  await letters.waitFor(
    (settled) => settled.filter(({ outcome }) => outcome.outcome === 'confirmed').length === sent.length,
  );
  // The others are planned for a minute later.
  expect(ids.filter((id) => outcomeOf(letters, id)?.outcome === 'held').length).toBe(9 - sent.length);
});

test('slow servers of many organizations give up their room to others, and send in a smaller one later', async () => {
  const letters = newKind();
  const { key } = await system().ports.files.saveFile('attachments', Buffer.from('the offer'), 100);
  const attachments = [{ file_key: key, name: 'Offer.pdf', type: 'application/pdf', size: LARGEST_IN_BYTES }];
  let isSlow = true;
  const tries: string[] = [];
  const afterDot = Promise.withResolvers<void>();
  answers.send = async (_, { envelope }, __, signal) => {
    const [to] = envelope.to as [string];
    tries.push(to);
    // After the dot nothing ends a sending: its outcome would be unknown.
    if (to.endsWith('dot.example')) await afterDot.promise;
    else if (to.endsWith('slow.example') && isSlow)
      await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    return ACCEPTED;
  };
  async function planLarge(host: string): Promise<number> {
    const [one] = await planLetters(system(), { ...(await makeSender()), kind: letters.kind.name, amount: 1 });
    const verdict = goTo(`${one!.ref_id}@${host}`);
    letters.verdicts.set(one!.ref_id, () => ({ ...verdict, letter: { ...verdict.letter, attachments } }));
    return one!.id;
  }
  const slow: number[] = [];
  for (let n = 0; n < 5; n += 1) slow.push(await planLarge('slow.example'));
  const dot = await planLarge('dot.example');
  start(letters, { slow_after_in_ms: 300 });
  await expect.poll(() => tries.length).toBe(6);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const quick = await planLarge('quick.example');
  dispatcher?.wake();
  await letters.waitFor((settled) => settled.length === 6);
  expect(outcomeOf(letters, quick)).toMatchObject({ outcome: 'confirmed' });
  for (const id of slow)
    expect(outcomeOf(letters, id)).toMatchObject({
      ...{ outcome: 'held', rule: 'due', is_try: false },
      reason: 'Other messages with large files are being sent. This one leaves after them.',
    });
  afterDot.resolve();
  await letters.waitFor(() => outcomeOf(letters, dot)?.outcome === 'confirmed');
  isSlow = false;
  for (const id of slow) await makeDue(id);
  dispatcher?.wake();
  await letters.waitFor(() => slow.some((id) => outcomeOf(letters, id)?.outcome === 'confirmed'));
  expect(tries.filter((to) => to.endsWith('dot.example'))).toHaveLength(1);
});

test('an organization with many large files ends its own slow sendings, and none of others', async () => {
  const letters = newKind();
  const { key } = await system().ports.files.saveFile('attachments', Buffer.from('the offer'), 100);
  const attachments = [{ file_key: key, name: 'Offer.pdf', type: 'application/pdf', size: LARGEST_IN_BYTES }];
  const released = Promise.withResolvers<void>();
  let tries = 0;
  answers.send = async (_, __, ___, signal) => {
    tries += 1;
    const ended = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
    await Promise.race([released.promise, ended]);
    return ACCEPTED;
  };
  async function planLarge(organizationId: number): Promise<number> {
    const sender = await makeSender(organizationId);
    const [one] = await planLetters(system(), { ...sender, kind: letters.kind.name, amount: 1 });
    const verdict = goTo(`${one!.ref_id}@slow.example`);
    letters.verdicts.set(one!.ref_id, () => ({ ...verdict, letter: { ...verdict.letter, attachments } }));
    return one!.id;
  }
  const [other, many] = [await makeOrganization(system()), await makeOrganization(system())];
  const kept = await planLarge(other);
  for (let n = 0; n < 2; n += 1) await planLarge(many);
  start(letters, { slow_after_in_ms: 300 });
  await expect.poll(() => tries).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 300));
  // Its share is full: its own ones make room for the third.
  await planLarge(many);
  dispatcher?.wake();
  await letters.waitFor((settled) => settled.filter(({ outcome }) => outcome.outcome === 'held').length === 2);
  expect(outcomeOf(letters, kept)).toBeUndefined();
  await expect.poll(() => tries).toBe(4);
  released.resolve();
  await letters.waitFor(() => outcomeOf(letters, kept) !== undefined);
  expect(outcomeOf(letters, kept)).toMatchObject({ outcome: 'confirmed' });
});
