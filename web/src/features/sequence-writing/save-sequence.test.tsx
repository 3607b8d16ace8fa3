// @vitest-environment happy-dom
import type { Campaign, Step } from '@overture/contract/campaigns';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-client.ts';
import type { CopyNode } from '../flow-canvas/index.ts';
import { type StoredText, storeText, textsOf } from './save-sequence.ts';

type Texts = Partial<Pick<Step, 'subject_line' | 'message' | 'formatted_texts'>>;

/** A working copy that a colleague changes between two reads, and that stores subjects without blanks at their ends. */
function makeCopy(first: Texts) {
  let nodes = [{ id: 9, ...first }] as CopyNode[];
  let isStale = false;
  const campaign = () => ({ steps: nodes.map((node) => ({ ...node, version: 1 })) }) as unknown as Campaign;
  return {
    text: () => textsOf({ ...nodes[0], version: 1 } as Partial<Step>),
    byColleague(next: Texts | null) {
      nodes = next === null ? [] : ([{ ...nodes[0], ...next }] as CopyNode[]);
      isStale = true;
    },
    async change(apply: (nodes: CopyNode[]) => CopyNode[]) {
      const next = apply(nodes);
      if (isStale) {
        isStale = false;
        throw new ApiError(409, 'changed_meanwhile', 'Changed.', {}, { campaign: campaign() });
      }
      nodes = next.map((node) => ({
        ...node,
        subject_line: node.subject_line?.trim() ?? null,
        formatted_texts: node.formatted_texts ?? null,
      }));
      return campaign();
    },
  };
}

const seenAs = (texts: Texts) => textsOf({ ...texts, version: 1 });
const mine = (seen: StoredText['seen']): StoredText => ({
  ...{ step_id: 9, version: 1, seen, subject_line: 'Mine ', message: 'My text.' },
});

test('of a working copy: a change elsewhere asks nothing, one of the same text does, and nothing of theirs is lost', async () => {
  const copy = makeCopy({ message: 'Old.' });
  copy.byColleague({});
  expect(await storeText(copy, 7, mine(seenAs({ message: 'Old.' })))).toMatchObject({ is: 'saved' });
  expect(copy.text()).toMatchObject({ subject_line: 'Mine', message: 'My text.' });
  copy.byColleague({ message: 'Theirs.', formatted_texts: { a: '<p><b>Theirs.</b></p>' } });
  const outcome = await storeText(copy, 7, mine(seenAs({ message: 'My text.', subject_line: 'Mine' })));
  expect(outcome).toMatchObject({ is: 'changed', theirs: { message: 'Theirs.' } });
  copy.byColleague({ message: 'Old.', formatted_texts: { a: '<p><i>Old.</i></p>' } });
  expect(await storeText(copy, 7, mine(seenAs({ message: 'Old.' })))).toMatchObject({ is: 'changed' });
  copy.byColleague(null);
  expect(await storeText(copy, 7, mine(seenAs({ message: 'Old.' })))).toMatchObject({ is: 'failed' });
});

test('an undo finds what was stored, not what was typed', async () => {
  const copy = makeCopy({ message: 'Old.', formatted_texts: { a: '<p><b>Old.</b></p>' } });
  const seen = copy.text();
  const outcome = await storeText(copy, 7, mine(seen));
  if (outcome.is !== 'saved') throw new Error('not saved');
  const undo = { step_id: 9, ...seen, version: outcome.stored.version, seen: outcome.stored };
  expect(await storeText(copy, 7, undo)).toMatchObject({ is: 'saved' });
  expect(copy.text()).toEqual(seen);
});
