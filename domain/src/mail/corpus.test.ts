import { expect, test } from 'vitest';
import { classifyMail } from './mail-classify.ts';
import { trimReply } from './reply-trim.ts';
import { corpus, LEAD_ADDRESS, type Sample, SENT_ID } from './testing/corpus.ts';

const { returned, complaints, notes, answers, ordinary } = corpus;
const isReturned = (kind: string): boolean => kind.startsWith('bounce');
const classify = (sample: Sample) => classifyMail(sample.mail);
/** What suppresses an address (`chats/sync/bounces.service`). */
const isHard = (sample: Sample): boolean => classify(sample).kind === 'bounce_hard';

/** The part of the samples for which a claim holds; prints it with the first that fail. */
function shareOf(what: string, samples: readonly Sample[], holds: (sample: Sample) => boolean): number {
  const failed = samples.filter((sample) => !holds(sample));
  const share = 1 - failed.length / samples.length;
  const missed = failed.slice(0, 8).map(({ name }) => `\n  ${name}`);
  console.info(`${what}: ${(share * 100).toFixed(1)} % of ${samples.length}${missed.join('')}`);
  return share;
}

test('at least 400 mails', () => {
  expect(Object.values(corpus).flat().length).toBeGreaterThanOrEqual(400);
});

test('returned mail is recognised, with its recipient and its id', () => {
  expect(shareOf('returned', returned, (sample) => isReturned(classify(sample).kind))).toBeGreaterThanOrEqual(0.97);
  expect(shareOf('recipient', returned, (s) => classify(s).recipient === s.recipient)).toBeGreaterThanOrEqual(0.94);
  expect(shareOf('id', returned, (s) => classify(s).original_message_id === SENT_ID)).toBeGreaterThanOrEqual(0.97);
});

test('dead addresses are not written to again, and no others are given up', () => {
  const dead = returned.filter(({ kinds }) => kinds.includes('bounce_hard'));
  const alive = returned.filter(({ kinds }) => !kinds.includes('bounce_hard'));
  expect(shareOf('dead', dead, isHard)).toBeGreaterThanOrEqual(0.95);
  expect(shareOf('alive', alive, (sample) => !isHard(sample))).toBe(1);
});

test('complaints are found, by our own id', () => {
  const isFound = (s: Sample): boolean =>
    classify(s).kind === 'complaint' && classify(s).original_message_id === SENT_ID;
  expect(shareOf('complaints', complaints, isFound)).toBeGreaterThanOrEqual(0.96);
});

test('reports about authentication are no complaints', () => {
  const sample = complaints[0] as Sample;
  for (const text of ['This is an authentication failure report for a message.', 'Feedback-Type: auth-failure']) {
    expect(classifyMail({ ...sample.mail, text }).kind).toBe('delivery_report');
  }
});

test('automatic answers without the headers of machines', () => {
  expect(shareOf('notes', notes, (sample) => classify(sample).kind === 'auto_reply')).toBeGreaterThanOrEqual(0.74);
});

test('answers: what the person wrote, and never nothing', () => {
  const trimmed = (sample: Sample): string => trimReply(sample.mail.text ?? '').reply;
  expect(shareOf('answers', answers, (sample) => trimmed(sample) === sample.reply)).toBeGreaterThanOrEqual(0.84);
  expect(answers.filter((sample) => !trimmed(sample).includes(sample.reply?.slice(0, 12) ?? 'x'))).toEqual([]);
  expect(shareOf('replies', answers, (sample) => classify(sample).kind === 'reply')).toBe(1);
});

test('an answer under the first line of its quotation is kept', () => {
  expect(trimReply(`On 2 Mar 2026 at 09:05, Nina <n@a.example> wrote:\n\nYes, call me.`).reply).toBe('Yes, call me.');
  expect(trimReply(`From: Nina <n@a.example>\nSent: Monday\nTo: Jo\nSubject: Hi\n\nYes.`).reply).toBe('Yes.');
});

test('ordinary mail is classified as ordinary', () => {
  expect(ordinary.filter((sample) => classify(sample).kind !== 'reply').map(({ name }) => name)).toEqual([]);
});

test.each([
  [
    'x-apple-unsubscribe',
    {
      subject: 'unsubscribe',
      headers: new Map([
        ['x-apple-unsubscribe', ['true']],
        ['auto-submitted', ['auto-replied']],
      ]),
    },
  ],
  ['a list program', { subject: 'Unsubscribe me', headers: new Map() }],
])('unsubscribe mail of %s', (_, change) => {
  const mail = { ...(ordinary[0] as Sample).mail, text: '', ...change };
  expect(classifyMail(mail).kind).toBe('unsubscribe_request');
});

test('a notice of a mail service about a dead address', () => {
  const text = JSON.stringify({
    notificationType: 'Bounce',
    bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: LEAD_ADDRESS, status: '5.1.1' }] },
    mail: { headers: [{ name: 'Message-ID', value: `<${SENT_ID}>` }] },
  });
  expect(classifyMail({ ...(ordinary[0] as Sample).mail, text })).toMatchObject({
    kind: 'bounce_hard',
    recipient: LEAD_ADDRESS,
    original_message_id: SENT_ID,
  });
});
