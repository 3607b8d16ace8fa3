import { describe, expect, test } from 'vitest';
import { findTemplateProblem } from '../resolve.ts';
import { writeToken } from '../tokens.ts';
import { computeLix, type ScoredMessage, scoreMessage } from './message-score.ts';
import { applyScoreFix, type SCORE_FIXES } from './score-fixes.ts';

const BODY =
  'You plan ships at {{company_name}} by hand today. Kanaal writes the plan for a week in ten minutes. Every skipper gets it by phone and sees each change. Most planners start with one ship and keep the old list beside it for some days. That way nobody has to trust a new tool at once.';
const GOOD: ScoredMessage = {
  channel: 'email',
  subject: 'A plan for your ships',
  message: `Hi {{first_name}},\n\n${BODY}\n\nIs this worth a short talk?`,
  takes_subject: true,
  needs_message: true,
  is_first_mail: true,
  attachments_in_bytes: 0,
  language: 'en',
};
const lose = (change: Partial<ScoredMessage>) =>
  scoreMessage({ ...GOOD, ...change }).losses.map(({ id, points }) => `${id} ${points}`);
const link = (text: string) => writeToken({ kind: 'link', text, url: 'https://acme.example/a' });

test('a good message has all points, in three sentences', () => {
  const { points, sentences, losses } = scoreMessage(GOOD);
  expect([points, losses]).toEqual([100, []]);
  expect(sentences.map(({ area, lost }) => [area, lost])).toEqual([
    ['readable', 0],
    ['personal', 0],
    ['trusted', 0],
  ]);
});

describe('points are lost for', () => {
  const CASES: [string, Partial<ScoredMessage>, string[]][] = [
    [
      'an unknown variable',
      { message: GOOD.message.replace('company_name', 'compnay_name') },
      ['variable 25', 'name_only 5'],
    ],
    [
      'no word about the reader',
      { message: `Hello,\n\n${BODY.replace('{{company_name}}', 'work')} Right?` },
      ['personal 20', 'greeting 8'],
    ],
    ['nothing to answer', { message: GOOD.message.replace('?', '.') }, ['no_question 12']],
    ['three questions', { message: `${GOOD.message} Or now? Or then?` }, ['questions 6']],
    ['spam words', { message: `${GOOD.message} Act now, guaranteed.` }, ['sales_talk 12']],
    ['three links', { message: `${GOOD.message} ${link('a')} ${link('b')} ${link('c')}` }, ['links 10']],
    ['a long follow-up', { is_first_mail: false, message: `${GOOD.message} ${BODY} ${BODY}` }, ['length 12']],
    [
      'a sentence over 30 words',
      {
        message: GOOD.message.replace(
          '. Every skipper gets',
          ', and every single one of the skippers on all of your many ships on all of the rivers of the land gets',
        ),
      },
      ['sentences 8'],
    ],
    ['no subject', { subject: '' }, ['subject 15']],
    ['placeholders of other tools, once', { message: `${GOOD.message} {first_name}` }, ['placeholder {first_name} 15']],
  ];
  test.each(CASES)('%s', (_, change, expected) => {
    expect(lose(change)).toEqual(expected);
  });

  test('no question in a note, and no subject on LinkedIn', () => {
    const note = { channel: 'linkedin', takes_subject: false, needs_message: false, is_first_mail: false } as const;
    expect(lose({ ...note, message: 'Hi {{first_name}}, I would like to connect.' })).toEqual([]);
  });
});

test('a text like a law reads hard, one like a talk easily', () => {
  expect(
    computeLix(
      'The implementation of comprehensive organizational infrastructure necessitates substantial investment.',
    ),
  ).toBeGreaterThan(55);
  expect(computeLix('You plan a week. It takes ten minutes. Ask me how.')).toBeLessThan(30);
});

describe('a fix', () => {
  const CASES: [(typeof SCORE_FIXES)[number], string, string][] = [
    ['exclamations', 'Hi!!! See {{company_name}}!', 'Hi. See {{company_name}}.'],
    ['capitals', 'This is GREAT for {{company_name}}. BEST offer', 'This is great for {{company_name}}. Best offer'],
    ['exclamations', 'Really?! ¡Hola!', 'Really? Hola.'],
    ['exclamations', 'Wow! See https://acme.example/#!/a!!', 'Wow. See https://acme.example/#!/a.'],
    [
      'capitals',
      'GREAT NEWS: www.acme.example/ABCD and https://a.example/{{company_name}}/EFGH OFFER',
      'Great news: www.acme.example/ABCD and https://a.example/{{company_name}}/EFGH offer',
    ],
    ['spaces', 'a  b   c', 'a b c'],
    ['greeting', 'Hi ,\nhow', 'Hi {{first_name}},\nhow'],
    ['personal', 'We plan ships.', 'Hi {{first_name}},\n\nWe plan ships.'],
    ['personal', 'Hello, we plan.', 'Hello {{first_name}}, we plan.'],
    ['personal', 'Hi there,\n\nWe plan.', 'Hi {{first_name}},\n\nWe plan.'],
    ['personal', 'Hi we plan ships, trains', 'Hi {{first_name}},\n\nHi we plan ships, trains'],
    ['no_question', 'We help {{company_name}}.', 'We help {{company_name}}.\n\nIs this worth a short conversation?'],
    [
      'no_question',
      '{% if industry %}We plan.{% endif %}',
      '{% if industry %}We plan.{% endif %}\n\nIs this worth a short conversation?',
    ],
    ['no_question', 'We plan.', 'We plan.\n\nIs this worth a short conversation?'],
    [
      'no_question',
      `We plan.\n${writeToken({ kind: 'signature', id: 1, name: 'A' })}`,
      `We plan.\n\nIs this worth a short conversation?\n\n${writeToken({ kind: 'signature', id: 1, name: 'A' })}`,
    ],
    ['links', `${link('a')} ${link('b')} ${link('c')}`, `${link('a')} ${link('b')} c`],
    [
      'sentences',
      `{{first_name}}, ${'a '.repeat(30)}b, and c. ${'a '.repeat(30)}b, and c.`,
      `{{first_name}}, ${'a '.repeat(30)}b. And c. ${'a '.repeat(30)}b. And c.`,
    ],
    ['variable', 'Hi {{ frist_name }}', 'Hi {{first_name}}'],
  ];
  test.each(CASES)('%s of %j', (fix, message, expected) => {
    expect(applyScoreFix(fix, { subject: '', message }, 'en').message).toBe(expected);
  });

  test('never makes a message worse, and is offered only where it changes something', () => {
    const texts = [
      'Hello,\n\nACT NOW because this is GREAT!!! {{ nmae }}  really',
      `${link('a')} ${link('b')} ${link('c')}! WOW GREAT THINGS {% if industry %}HERE{% endif %}`,
      `${Array.from({ length: 20 }, () => 'word').join(' ')}, and ${Array.from({ length: 20 }, () => 'more').join(' ')}.`,
    ];
    for (const message of texts) {
      const given = { ...GOOD, message };
      const before = scoreMessage(given);
      for (const { fix, id } of before.losses) {
        if (fix === null) continue;
        const fixed = applyScoreFix(fix, { subject: GOOD.subject, message }, 'en');
        const after = scoreMessage({ ...given, ...fixed });
        expect([id, after.points >= before.points]).toEqual([id, true]);
        expect([id, fixed.message !== message]).toEqual([id, true]);
        if (findTemplateProblem(message) === null) expect(findTemplateProblem(fixed.message)).toBeNull();
      }
    }
  });
});

describe('hostile texts are scored', () => {
  const CASES: [string, string, number][] = [
    ['open brackets', '{{'.repeat(4000), 1500],
    ['shouts', 'A!'.repeat(4000), 1500],
    ['blanks', ' '.repeat(8000), 1500],
    ['conjunctions', 'a, and '.repeat(1100), 1500],
    ['open tokens', '<{'.repeat(4000), 1500],
    // Pasted: the field says that they are too long, and the page must not fall over.
    ['many lines', 'a\n'.repeat(500_000), 10_000],
    ['long sentences', `${'a '.repeat(31)}b, and c. `.repeat(15_000), 10_000],
    ['dots of an address', `www.${'.'.repeat(1_000_000)}`, 10_000],
    ['blanks behind a dot', `.${' '.repeat(1_000_000)}`, 10_000],
    ['capitals', 'A'.repeat(1_000_000), 10_000],
  ];
  test.each(CASES)('%s', (_, message, most) => {
    const start = performance.now();
    scoreMessage({ ...GOOD, message });
    expect(performance.now() - start).toBeLessThan(most);
  });
});
