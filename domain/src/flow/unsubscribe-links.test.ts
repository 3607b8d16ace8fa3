import { expect, test } from 'vitest';
import { unsubscribeText } from '../message/unsubscribe.ts';
import type { FlowNode, StepContent } from './flow.ts';
import { findUnlinkedSteps, listUnlinked } from './unsubscribe-links.ts';

const LINK = unsubscribeText('en');

test.each<[Partial<StepContent>, string[]]>([
  [{ message: `Hello${LINK}` }, []],
  [{ message: 'Hello' }, ['message']],
  [{ message: 'Hello, unsubscribe here' }, ['message']],
  [{ message: `Hello${LINK}`, placeholder_message: 'Hi' }, ['fallback message']],
  [{ message: `Hello${LINK}`, placeholder_message: '  ' }, []],
  [{ message: `Hello${LINK}`, message_b: 'Hey' }, ['message of variant B']],
  // Without a message B nothing of variant B leaves.
  [{ message: `Hello${LINK}`, message_b: ' ', placeholder_message_b: 'Hey' }, []],
  [
    { message: 'Hello', message_b: 'Hey', placeholder_message_b: 'Hi' },
    ['message', 'message of variant B', 'fallback message of variant B'],
  ],
  [{ message: '' }, []],
  // A text part of its own may have the link while the formatted message has none.
  [{ message: `Hello${LINK}`, formatted_texts: { a: '<p><b>Hello</b></p>' } }, ['formatted message']],
  [{ message: `Hello${LINK}`, formatted_texts: { a: `<p><b>Hello</b>${LINK}</p>`, b: '<p><b>Hey</b></p>' } }, []],
  [
    { message: `Hello${LINK}`, message_b: `Hey${LINK}`, formatted_texts: { b: '<p><b>Hey</b></p>' } },
    ['formatted message of variant B'],
  ],
  [{ message: 'Hello', formatted_texts: { a: '<p><b>Hello</b></p>' } }, ['message']],
])('%j lacks %j', (content, lacking) => {
  expect(listUnlinked(content)).toEqual(lacking);
});

test('the steps of a flow that lack it are named by their number, LinkedIn is left out', () => {
  const place = { branch: null, delay_in_hours: 0, kind: 'step' as const };
  const flow: FlowNode[] = [
    { ...place, id: 1, parent_id: null, type: 'LINKEDIN_MESSAGE', message: 'Hello' },
    { ...place, id: 2, parent_id: 1, type: 'EMAIL', message: `Hello${LINK}` },
    { ...place, id: 3, parent_id: 2, type: 'EMAIL', message: 'Once more' },
  ];
  expect(findUnlinkedSteps(flow)).toEqual([
    {
      step_id: 3,
      step_number: 3,
      step_type: 'EMAIL',
      text: 'Step 3 (Email) has no unsubscribe link in its message. Your organization requires one in every email. Open the step and press “Unsubscribe” above the text.',
    },
  ]);
});
