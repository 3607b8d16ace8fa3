import { describe, expect, test } from 'vitest';
import { writeToken } from '../tokens.ts';
import { type AdvisedMessage, adviseMessage, isCutByGmail } from './message-advice.ts';

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
const GOOD: AdvisedMessage = {
  channel: 'email',
  subject: 'A question',
  message: `Hi {{first_name}}, ${words(60)}`,
  takes_subject: true,
  needs_message: true,
  is_first_mail: true,
  attachments_in_bytes: 0,
};
const link = (text: string, url: string) => writeToken({ kind: 'link', text, url });
const ids = (change: Partial<AdvisedMessage>) => adviseMessage({ ...GOOD, ...change }).map(({ id }) => id);

describe('advice about a message', () => {
  test('a good one gets none', () => {
    expect(ids({})).toEqual([]);
  });

  const CASES: [string, Partial<AdvisedMessage>, string[]][] = [
    ['a subject over 80 characters', { subject: 'x'.repeat(81) }, ['subject_long']],
    [
      'placeholders of another tool',
      { subject: 'Hi [First Name]', message: `{first_name} {custom_field} ${words(60)}` },
      ['placeholder [First Name]', 'placeholder {first_name}', 'placeholder {custom_field}'],
    ],
    ['texts without the link that is required', { unlinked: ['message', 'fallback message'] }, ['unsubscribe_link']],
    ['a short subject is usual', { subject: 'Hi' }, []],
    ['a first mail that is short', { message: `Hi {{first_name}}, ${words(20)}` }, ['length']],
    ['a first mail that is long', { message: words(126) }, ['length']],
    ['the edges are fine', { message: words(50) }, []],
    ['a follow-up may be short', { message: words(10), is_first_mail: false }, []],
    ['three links', { message: `${words(60)} https://a.example http://b.example www.c.example` }, ['links']],
    ['a shortener', { message: `${words(60)} ${link('our page', 'https://bit.ly/3x')}` }, ['shortener']],
    [
      'a link that says another host',
      { message: `${words(60)} ${link('acme.com', 'https://evil.example/a')}` },
      ['link_text'],
    ],
    ['a link that says its own', { message: `${words(60)} ${link('www.acme.com', 'https://acme.com/a')}` }, []],
    ['a link with words', { message: `${words(60)} ${link('this page', 'https://acme.com/a')}` }, []],
    ['three options', { message: `{Hi|Hello|Hey} Ada, ${words(60)}` }, []],
    ['four options', { message: `{Hi|Hello|Hey|Dear} Ada, ${words(60)}` }, ['options']],
    ['four options of a condition', { message: `{% if industry %}{a|b|c|d}{% endif %} ${words(60)}` }, ['options']],
    ['four options of the subject', { subject: '{a|b|c|d}', message: words(60) }, ['options']],
    ['three exclamation marks', { message: `${words(60)}!!!` }, ['exclamations']],
    ['words in capitals', { message: `GREAT OFFER TODAY ${words(60)}` }, ['capitals']],
    ['short capitals are names of things', { message: `AI CEO B2B SaaS ${words(60)}` }, []],
    ['a greeting without a name', { message: `Hi , ${words(60)}` }, ['greeting']],
    ['two spaces', { message: `${words(30)}  ${words(30)}` }, ['spaces']],
    ['words of advertising, in any language', { message: `Act now, garantiert! ${words(60)}` }, ['sales_talk']],
    ['a follow-up that only bumps', { message: 'Just bumping this up.', is_first_mail: false }, ['empty_follow_up']],
    ['large attachments in a first mail', { attachments_in_bytes: 3 * 1024 * 1024 }, ['attachments']],
    ['LinkedIn messages are no mails', { channel: 'linkedin', message: 'Hi {{first_name}}', takes_subject: false }, []],
  ];
  test.each(CASES)('%s', (_, change, expected) => {
    expect(ids(change)).toEqual(expected);
  });
});

describe('errors that stop a start', () => {
  test.each([
    ['no message', { message: ' ' }, 'message'],
    ['no subject', { subject: '' }, 'subject'],
  ])('%s', (_, change, expected) => {
    const [first] = adviseMessage({ ...GOOD, ...change });
    expect(first).toMatchObject({ id: expected, kind: 'error' });
  });

  test('a follow-up goes out without a subject; an unknown variable is named by its field alone', () => {
    expect(ids({ subject: '', is_first_mail: false })).toEqual([]);
    expect(ids({ message: `Hi {{nick}} ${words(60)}` })).toEqual([]);
  });

  test('an invite goes out without a note', () => {
    expect(ids({ channel: 'linkedin', message: '', takes_subject: false, needs_message: false })).toEqual([]);
  });
});

test('Gmail cuts what is over 102 KB, counted in bytes', () => {
  expect([isCutByGmail('x'.repeat(102 * 1024)), isCutByGmail('ü'.repeat(60 * 1024))]).toEqual([false, true]);
});
