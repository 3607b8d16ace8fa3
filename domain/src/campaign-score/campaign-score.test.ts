import { describe, expect, test } from 'vitest';
import type { FlowNode, StepNode } from '../flow/flow.ts';
import { type CampaignScore, scoreCampaign } from './campaign-score.ts';
import type { ScoreLine } from './score-lines.ts';
import type { ScoredSender } from './sender-score.ts';

const GOOD = `Hi {{first_name}},

I saw that {{company_name}} opens a second warehouse this year. Teams in your place often tell us that planning shifts for two sites takes them a day each week. We built a small planner that does it in an hour, and three of your neighbors use it.

Would it help to see how they plan a week?`;
const step = (id: number, given: Partial<StepNode> = {}): StepNode => ({
  id,
  kind: 'step',
  type: 'EMAIL',
  parent_id: id === 1 ? null : id - 1,
  branch: null,
  delay_in_hours: id === 1 ? 0 : 72,
  subject_line: 'Two sites',
  message: GOOD,
  ...given,
});
const sender = (given: Partial<ScoredSender> = {}): ScoredSender => ({
  name: 'ada@acme.example',
  domain: 'acme.example',
  is_exempt: false,
  checks: ['spf', 'dkim', 'dmarc', 'mx'].map((id) => ({ id, status: 'pass' as const })),
  sent: 200,
  bounces: 0,
  guard: null,
  advice: [],
  ...given,
});
const score = (flow: readonly FlowNode[], senders: readonly ScoredSender[] = [sender()]): CampaignScore =>
  scoreCampaign({ flow, senders, language: 'en', attachments: new Map() });
const lostIn = ({ lines }: CampaignScore, line: ScoreLine) =>
  lines.find((one) => one.line === line)!.losses.map(({ id, points }) => [id, points]);
const three = [step(1), step(2), step(3)];

test('nothing is lost where all is right, and each line says so', () => {
  const best = score(three);
  expect(best.points).toBe(100);
  expect(best.lines.map(({ line, lost, losses }) => [line, lost, losses.length])).toEqual([
    ['sender', 0, 0],
    ['sequence', 0, 0],
    ['writing', 0, 0],
  ]);
});

test('each lost point has a sentence, and no line costs more than its share', () => {
  const worst = score(
    Array.from({ length: 12 }, (_, index) =>
      step(index + 1, { delay_in_hours: 0, message: 'BUY NOW!!! FREE MONEY', subject_line: '' }),
    ),
    [
      sender({
        guard: 'paused',
        checks: ['spf', 'dkim', 'dmarc'].map((id) => ({ id, status: 'fail' as const })),
        advice: [{ code: 'bounces' }, { code: 'complaints' }, { code: 'no_ramp' }],
      }),
    ],
  );
  const losses = worst.lines.flatMap((line) => line.losses);
  expect(worst.points).toBe(100 - losses.reduce((sum, { points }) => sum + points, 0));
  expect(worst.points).toBeGreaterThanOrEqual(0);
  expect(worst.lines.map(({ lost }, index) => lost <= [40, 25, 35][index]!)).toEqual([true, true, true]);
  // A sentence about the fault, and one about the remedy.
  for (const { text, points } of losses) {
    expect(points).toBeGreaterThan(0);
    expect(text).toMatch(/[.?] \S/);
    expect(text).not.toMatch(/[{}]/);
  }
});

describe('the sender', () => {
  test.each<[string, Partial<ScoredSender>, [string, number][]]>([
    [
      'a missing record',
      {
        checks: [
          { id: 'spf', status: 'fail' },
          { id: 'mx', status: 'fail' },
        ],
      },
      [['spf', 10]],
    ],
    [
      'a doubtful one',
      {
        checks: [
          { id: 'dkim', status: 'warn' },
          { id: 'dmarc', status: 'unknown' },
        ],
      },
      [['dkim', 6]],
    ],
    ['nothing checked yet', { checks: [] }, [['not_checked', 3]]],
    ['records of others', { is_exempt: true, checks: [] }, []],
    ['a new mailbox without ramp', { advice: [{ code: 'no_ramp' }] }, [['no_ramp', 8]]],
    ['bounces', { sent: 200, bounces: 20, advice: [{ code: 'bounces' }] }, [['bounces', 15]]],
  ])('%s', (_, given, expected) => {
    expect(lostIn(score(three, [sender(given)]), 'sender')).toEqual(expected);
  });

  test('a fault of several mailboxes counts once; none at all costs the line', () => {
    const spf = { checks: [{ id: 'spf', status: 'fail' as const }] };
    expect(lostIn(score(three, [sender(), sender(spf), sender({ ...spf, domain: 'b.example' })]), 'sender')).toEqual([
      ['spf', 10],
    ]);
    expect(lostIn(score(three, []), 'sender')).toEqual([['no_sender', 40]]);
    // No provider is said to distrust a mailbox that is not chosen.
    expect(score(three, []).lines[0]!.text).toMatch(/^Without a mailbox/);
  });

  test('without emails nothing is asked of it', () => {
    const { lines } = score([step(1, { type: 'LINKEDIN_MESSAGE' }), step(2, { type: 'LINKEDIN_MESSAGE' })], []);
    expect(lines[0]).toMatchObject({ lost: 0, text: expect.stringContaining('no emails') });
  });
});

describe('the sequence', () => {
  test.each<[string, FlowNode[], [string, number][]]>([
    ['one message', [step(1)], [['once', 10]]],
    ['five emails', [1, 2, 3, 4, 5].map((id) => step(id)), [['emails', 8]]],
    ['an hour between two', [step(1), step(2, { delay_in_hours: 1 }), step(3)], [['gap_short', 10]]],
    ['three weeks between two', [step(1), step(2, { delay_in_hours: 21 * 24 })], [['gap_long', 4]]],
    [
      'three within two days',
      [step(1), step(2, { delay_in_hours: 24 }), step(3, { delay_in_hours: 24 })],
      [['days_short', 6]],
    ],
    [
      'two months',
      [1, 2, 3, 4, 5].map((id) => step(id, { type: 'LINKEDIN_MESSAGE', delay_in_hours: 14 * 24 })),
      [['days_long', 4]],
    ],
  ])('%s', (_, flow, expected) => {
    expect(lostIn(score(flow), 'sequence')).toEqual(expected);
  });

  test('the wait of a condition counts, and branches are not added up', () => {
    const wait: FlowNode = {
      id: 2,
      kind: 'condition',
      type: 'ACCEPTED_INVITE',
      parent_id: 1,
      branch: null,
      delay_in_hours: 48,
    };
    const branches = (['yes', 'no'] as const).flatMap((branch, index) => [
      step(10 + index, { parent_id: 2, branch, delay_in_hours: 0 }),
      step(20 + index, { parent_id: 10 + index }),
    ]);
    expect(lostIn(score([step(1), wait, ...branches]), 'sequence')).toEqual([]);
  });

  test('a wait that a yes ends early counts as no day, and its message is not too soon', () => {
    const wait: FlowNode = {
      ...{ id: 2, kind: 'condition', type: 'ACCEPTED_INVITE', parent_id: 1, branch: null },
      delay_in_hours: 30 * 24,
    };
    const invite = step(1, { type: 'LINKEDIN_INVITE', message: 'Hello {{first_name}}' });
    const yes = step(3, { type: 'LINKEDIN_MESSAGE', parent_id: 2, branch: 'yes', delay_in_hours: 2 });
    const later = step(4, { type: 'LINKEDIN_MESSAGE' });
    expect(lostIn(score([invite, wait, yes, later]), 'sequence')).toEqual([]);
    const no = step(5, { parent_id: 2, branch: 'no' });
    expect(lostIn(score([invite, wait, yes, later, no]), 'sequence')).toEqual([['gap_long', 4]]);
  });

  test('an invite without a note is no message, and a flow without messages is not praised', () => {
    const invite = step(1, { type: 'LINKEDIN_INVITE', message: '' });
    expect(lostIn(score([invite, step(2, { delay_in_hours: 1 }), step(3)]), 'sequence')).toEqual([]);
    const { lines } = score([invite], []);
    expect(lines.map(({ text }) => text)).toEqual([
      expect.stringContaining('no emails'),
      expect.stringContaining('no messages'),
      expect.stringContaining('no text'),
    ]);
  });

  test('messages of one day are counted in a day', () => {
    const { lines } = score([step(1), step(2, { delay_in_hours: 0 }), step(3, { delay_in_hours: 0 })]);
    expect(lines[1]!.losses.map(({ text }) => text)).toContainEqual(expect.stringContaining('within a day'));
  });

  test('it names the step to change', () => {
    const { lines } = score([step(1), step(2, { delay_in_hours: 1 }), step(3)]);
    expect(lines[1]!.losses[0]!.step_id).toBe(2);
  });
});

describe('the writing', () => {
  test('a weak message costs its share and names its step and reason', () => {
    const { lines } = score([step(1), step(2, { message: 'Hello', subject_line: '' }), step(3)]);
    expect(lines[2]!.losses).toHaveLength(1);
    expect(lines[2]!.losses[0]).toMatchObject({
      step_id: 2,
      text: expect.stringMatching(/^The message of step 2 has \d+ of 100/),
    });
  });

  test('the weakest variant counts, and an invite without a note is none', () => {
    const tested = score([step(1, { message_b: 'BUY NOW!!! FREE', subject_line_b: 'FREE' }), step(2), step(3)]);
    expect(lostIn(tested, 'writing').map(([id]) => id)).toEqual(['message 1']);
    expect(lostIn(score([step(1, { type: 'LINKEDIN_INVITE', message: '' }), step(2), step(3)]), 'writing')).toEqual([]);
  });
});
