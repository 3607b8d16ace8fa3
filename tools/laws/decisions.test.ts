import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPaths } from './source-files.ts';

const TOPICS = {
  sending: 'Sending and campaigns',
  inbox: 'Inbox and boards',
  leads: 'Leads, research and CRMs',
  money: 'Plans, credits and payments',
  agencies: 'Agencies',
  security: 'Security',
  platform: 'Platform',
} as const;
type Topic = keyof typeof TOPICS;

interface Decision {
  /** Path from `docs/decisions`. */
  name: string;
  text: string;
}

interface Head {
  number: string;
  title: string;
  date: string;
  status: string;
  topic: Topic;
}

const MOST_LINES = 40;
const FORM =
  /^---\ndate: (\d{4}-\d{2}-\d{2})\nstatus: (accepted|(?:superseded|amended) by \d{4}(?:, \d{4})*)\ntopic: (\w+)\n---\n\n# (\d{4}) (\S.*)\n/;

function parseHead({ name, text }: Decision): Head | undefined {
  const [, date = '', status = '', topic = '', number = '', title = ''] = FORM.exec(text) ?? [];
  if (number === '' || number !== name.slice(0, 4) || !(topic in TOPICS)) return undefined;
  return { number, title, date, status, topic: topic as Topic };
}

/** What is wrong with the form of decisions: head, length, numbers used twice, and successors that do not exist. */
function findFormProblems(decisions: readonly Decision[]): string[] {
  const numbers = decisions.map(({ name }) => name.slice(0, 4));
  return decisions.flatMap((decision, n) => {
    const { name, text } = decision;
    const head = parseHead(decision);
    const number = name.slice(0, 4);
    const lines = text.trimEnd().split('\n').length - 6;
    return [
      head === undefined && `${name}: begins otherwise than with date, status, topic and "# ${number} Title"`,
      lines > MOST_LINES && `${name}: has ${lines} lines, ${MOST_LINES} at most`,
      numbers.indexOf(number) !== n && `${name}: its number is taken`,
      ...[...(head?.status ?? '').matchAll(/\d{4}/g)].map(
        ([later]) => !numbers.includes(later) && `${name}: names ${later}, which is no decision`,
      ),
    ].filter((problem) => problem !== false);
  });
}

/** The page `docs/decisions/README.md`: every decision below its topic. */
function renderDecisionIndex(decisions: readonly Decision[]): string {
  const parts = Object.entries(TOPICS).map(([topic, heading]) => {
    const rows = decisions.flatMap((decision) => {
      const head = parseHead(decision);
      if (head?.topic !== topic) return [];
      const status = head.status === 'accepted' ? '' : linkNumbers(head.status, decisions);
      return [`| [${head.number}](${decision.name}) | ${head.title} | ${head.date} | ${status} |`];
    });
    return `## ${heading}\n\n| | decision | date | later |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Decisions

A decision says what was chosen, why, and what else was considered. It is never deleted: a later one supersedes or amends it.
Numbers are never given twice, and some were never used. This page is generated from the heads of the files: \`npx vitest run -u tools/laws/decisions.test.ts\`.

${parts.join('\n')}`;
}

const linkNumbers = (status: string, decisions: readonly Decision[]): string =>
  status.replaceAll(/\d{4}/g, (number) => {
    const later = decisions.find(({ name }) => name.startsWith(number));
    return later === undefined ? number : `[${number}](${later.name})`;
  });

const root = join(import.meta.dirname, '../..');
const decisions: Decision[] = listPaths(root, 'docs/decisions/*.md')
  .filter((path) => !path.endsWith('README.md'))
  .sort()
  .map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }));

describe('a decision', () => {
  test('has date, status, topic, one form of title, and 40 lines at most', () => {
    expect(decisions.length).toBeGreaterThan(100);
    expect(findFormProblems(decisions)).toEqual([]);
  });

  const good = {
    name: '0007-planted.md',
    text: '---\ndate: 2026-11-28\nstatus: accepted\ntopic: sending\n---\n\n# 0007 Planted\n\nWhy.\n',
  };
  test('passes: the form', () => expect(findFormProblems([good])).toEqual([]));

  test.each([
    ['another title', good.text.replace('# 0007 Planted', '# 7. Planted')],
    ['the number of another file', good.text.replace('# 0007', '# 0008')],
    ['no date', good.text.replace('date: 2026-11-28\n', '')],
    ['a status in other words', good.text.replace('accepted', 'done')],
    ['an unknown topic', good.text.replace('sending', 'weather')],
    ['a successor that does not exist', good.text.replace('accepted', 'superseded by 0009')],
    ['too many lines', good.text + 'More.\n'.repeat(40)],
  ])('found: %s', (_what, text) => expect(findFormProblems([{ ...good, text }])).toHaveLength(1));

  test('found: a number used twice', () =>
    expect(findFormProblems([good, { ...good, name: '0007-again.md' }])).toEqual([
      '0007-again.md: its number is taken',
    ]));
});

test('docs/decisions/README.md lists every decision by topic', async () => {
  await expect(renderDecisionIndex(decisions)).toMatchFileSnapshot('../../docs/decisions/README.md');
});
