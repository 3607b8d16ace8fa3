// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { $createParagraphNode, $createTextNode, $getRoot, type LexicalEditor } from 'lexical';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { SequenceDialog } from './sequence-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const step = (id: number, change: object = {}) => ({
  id,
  step_type: 'EMAIL',
  parent_step_id: id === 9 ? null : 9,
  parent_condition_id: null,
  is_yes_child: null,
  subject_line: null,
  message: null,
  version: 3,
  ...change,
});
const campaignOf = (change: Record<number, object> = {}) => ({
  id: 7,
  status: 'DRAFT',
  language: 'en',
  steps: [9, 10].map((id) => step(id, change[id])),
  conditions: [],
});
const planned = (id: number, number: number, is_written = false) => ({
  ...{ id, step_type: 'EMAIL', number, day: number - 1, branches: [], takes_subject: true, is_written },
  ...{ max_characters: 8000, version: 3 },
});
const plan = (isWritten = false) => ({
  steps: [planned(9, 1, isWritten), planned(10, 2)],
  leads: 40,
  variables: [
    { name: 'first_name', leads: 40, is_offered: true },
    { name: 'job_title', leads: 3, is_offered: false },
  ],
  samples: [
    { prospect_id: 21, name: 'Ada Lee', kind: 'complete' },
    { prospect_id: 22, name: 'Bo Lee', kind: 'no_title' },
  ],
  knowledge_gaps: ['Case studies'],
  credits_per_message: 1,
});
const claim = { text: 'It plans 250 ships.', source: 'Product', quote: 'It plans 250 ships every day.' };
const angles = ['Time', 'Skippers', 'Water'].map((title) => ({ title, summary: `About ${title}`, sources: [claim] }));
const messageOf = (message: string) => ({
  ...{ subject_line: 'A question', message, claims: [claim], credits: 1, why: 'The first fact opens the talk.' },
  left_out: [{ reason: 'number', text: 'There are 4812 customers.' }],
});

async function open(answers: object, isWritten = false) {
  const done = vi.fn<() => void>();
  const shown = await show(
    <SequenceDialog campaign={campaignOf() as never} onClose={done} />,
    {
      'GET /campaigns/7/sequence/': plan(isWritten),
      'POST /campaigns/7/sequence/angles/': { angles },
      ...answers,
    },
    { role: 'ADMIN', organization: { email_credits: 100, branding_settings: {} } },
  );
  return { ...shown, done };
}

const card = async (number: number) =>
  within(await screen.findByRole('article', { name: new RegExp(`^${number}\\.`) }));

test('cost and gaps are said first; angles are chosen; a failed message is written again alone; the others stay', async () => {
  let fails = true;
  const { sent, done } = await open({
    'POST /campaigns/7/sequence/steps/9/': messageOf('Hi {{first_name}}, first.'),
    'POST /campaigns/7/sequence/steps/10/': () =>
      fails ? refusal(502, 'sequence_failed', "Couldn't write this message.") : messageOf('Hi {{first_name}}, second.'),
    'PUT /campaigns/7/steps/{}/': ({ call, body }: { call: string; body: object }) => ({
      campaign: campaignOf({ [Number(/steps\/(\d+)/.exec(call)?.[1])]: { ...body, version: 4 } }),
    }),
  });
  expect(await screen.findByText(/2 messages, 2 credits\. You have 100 credits/)).toBeTruthy();
  expect(screen.getByText(/nothing about: Case studies/)).toBeTruthy();
  expect(screen.getByText(/Job title \(3 of 40\)/)).toBeTruthy();
  fill(screen.getByRole('textbox', { name: 'Goal' }), 'A first talk');
  fireEvent.click(screen.getByRole('combobox', { name: 'Length' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Short' }));
  await press('Propose angles');
  expect(await screen.findAllByRole('radio')).toHaveLength(3);
  await press(/Skippers/, 'radio');
  await press('Write 2 messages (2 credits)');
  expect((await card(2)).getByRole('alert').textContent).toContain("Couldn't write this message.");
  expect((await card(1)).getByText(/“It plans 250 ships every day\.” \(Product\)/)).toBeTruthy();
  expect((await card(1)).getByText(/There are 4812 customers/)).toBeTruthy();
  expect((await card(1)).getByText('Why: The first fact opens the talk.')).toBeTruthy();
  await act(async () => (await card(1)).getByRole('button', { name: 'Fill in myself' }).click());
  expect((await card(1)).getByText(/^\[fill in\] is left open/)).toBeTruthy();
  await press('Undo: message 1');
  expect(sent('POST /campaigns/7/sequence/steps/10/')[0]).toMatchObject({
    goal: 'A first talk',
    length: 'short',
    angle: { title: 'Skippers' },
    written: [{ step_id: 9, message: 'Hi {{first_name}}, first.' }],
  });
  fails = false;
  await press(/^Try again/);
  expect(await screen.findByText('2 messages written')).toBeTruthy();
  expect(sent('POST /campaigns/7/sequence/steps/9/')).toHaveLength(1);
  await press('Use 2 messages');
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(sent('PUT /campaigns/7/steps/9/')).toEqual([
    { subject_line: 'A question', message: 'Hi {{first_name}}, first.', version: 3 },
  ]);
  await press('Undo');
  await expect.poll(() => sent('PUT /campaigns/7/steps/9/')[1]).toEqual({ subject_line: '', message: '', version: 4 });
});

test('a text changed by hand is never written over without a question, and comes back by undo', async () => {
  let count = 0;
  await open({
    'POST /campaigns/7/sequence/steps/{}/': () => messageOf(`Hi {{first_name}}, text ${++count}.`),
  });
  await press('Propose angles');
  await press(/^Write 2 messages/);
  await screen.findByText('2 messages written');
  const field = (await card(1)).getByRole('textbox', { name: 'Message' });
  const { __lexicalEditor: editor } = field as unknown as { __lexicalEditor: LexicalEditor };
  await act(async () => {
    editor.update(
      () =>
        $getRoot()
          .clear()
          .append($createParagraphNode().append($createTextNode('By hand'))),
      {
        discrete: true,
      },
    );
  });
  await press('Another one: message 1');
  expect(await screen.findByText(/You changed this text/)).toBeTruthy();
  await press('Write again');
  expect(await (await card(1)).findByText(/text 3/)).toBeTruthy();
  await press('Undo: message 1');
  expect(await (await card(1)).findByText(/By hand/)).toBeTruthy();
});

test('a step that a colleague changed asks; texts that are there are replaced only after a question', async () => {
  const theirs = campaignOf({ 9: { message: 'Written by Eva', subject_line: 'Eva', version: 5 } });
  const { sent } = await open(
    {
      'POST /campaigns/7/sequence/steps/{}/': messageOf('Hi {{first_name}}, mine.'),
      'PUT /campaigns/7/steps/{}/': ({ body }: { body: { version: number } }) =>
        body.version === 3
          ? Response.json(
              { code: 'changed_meanwhile', error: 'Changed.', current: { campaign: theirs } },
              { status: 409 },
            )
          : { campaign: theirs },
    },
    true,
  );
  // A step with text is chosen by a person alone.
  expect(await screen.findByText(/1 message, 1 credit\./)).toBeTruthy();
  await press(/^1\. Email/, 'checkbox');
  await press(/^2\. Email/, 'checkbox');
  await press('Propose angles');
  await press(/^Write 1 message/);
  await press(/^Use 1 message/);
  expect(await screen.findByText(/1 step has a text already/)).toBeTruthy();
  await press('Replace');
  expect(await screen.findByText('Written by Eva')).toBeTruthy();
  expect(sent('PUT /campaigns/7/steps/9/')).toHaveLength(1);
  await press('Use mine');
  await press(/^Use 1 message/);
  await press('Replace');
  await expect.poll(() => sent('PUT /campaigns/7/steps/9/')[1]).toMatchObject({ version: 5 });
});

test('another change of a colleague asks nothing: the text is stored on top of it', async () => {
  const delayed = campaignOf({ 9: { version: 6 } });
  const { sent, done } = await open({
    'POST /campaigns/7/sequence/steps/{}/': messageOf('Hi {{first_name}}, mine.'),
    'PUT /campaigns/7/steps/{}/': ({ call, body }: { call: string; body: { version: number } }) =>
      call.includes('/9/') && body.version === 3
        ? Response.json(
            { code: 'changed_meanwhile', error: 'Changed.', current: { campaign: delayed } },
            { status: 409 },
          )
        : { campaign: campaignOf({ [Number(/steps\/(\d+)/.exec(call)?.[1])]: { ...body, version: 7 } }) },
  });
  await press('Propose angles');
  await press(/^Write 2 messages/);
  await press('Use 2 messages');
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(sent('PUT /campaigns/7/steps/9/').map((body) => (body as { version: number }).version)).toEqual([3, 6]);
});

test('what was saved beside a conflict is not saved again, and can be changed and saved once more', async () => {
  const theirs = campaignOf({ 10: { message: 'Written by Eva', subject_line: 'Eva', version: 5 } });
  const { sent, done } = await open({
    'POST /campaigns/7/sequence/steps/{}/': messageOf('Hi {{first_name}}, mine.'),
    'PUT /campaigns/7/steps/{}/': ({ call, body }: { call: string; body: { version: number } }) =>
      call.includes('/10/')
        ? Response.json(
            { code: 'changed_meanwhile', error: 'Changed.', current: { campaign: theirs } },
            { status: 409 },
          )
        : { campaign: campaignOf({ 9: { ...body, version: body.version + 1 } }) },
  });
  await press('Propose angles');
  await press(/^Write 2 messages/);
  await press('Use 2 messages');
  expect(await screen.findByText('Written by Eva')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use 0 messages' })).toHaveProperty('disabled', true);
  await press('Keep theirs');
  await press('Use message 1', 'checkbox');
  await press('Use 1 message');
  await expect.poll(() => done.mock.calls.length).toBe(1);
  expect(sent('PUT /campaigns/7/steps/9/').map((body) => (body as { version: number }).version)).toEqual([3, 4]);
  expect(sent('PUT /campaigns/7/steps/10/')).toHaveLength(1);
});

test('a stop ends what is left, and the rest can be written later', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await open({
    'POST /campaigns/7/sequence/steps/9/': async () => {
      await gate;
      return messageOf('Hi {{first_name}}, late.');
    },
    'POST /campaigns/7/sequence/steps/10/': messageOf('Hi {{first_name}}, second.'),
  });
  await press('Propose angles');
  await press(/^Write 2 messages/);
  expect(await screen.findByText('Writing message 1 of 2')).toBeTruthy();
  await press('Stop');
  release();
  expect(await screen.findAllByText('Stopped')).toHaveLength(2);
  await press('Write the rest');
  expect(await screen.findByText('2 messages written')).toBeTruthy();
});

test('messages are shown for leads that differ, with what a lead lacks, before they are used', async () => {
  const { sent } = await open({
    'POST /campaigns/7/sequence/steps/9/': messageOf('Hi {{first_name}}, first.'),
    'POST /campaigns/7/sequence/steps/10/': messageOf('Hi {{first_name}}, second.'),
    'POST /campaigns/7/steps/{}/preview/': ({ body }: { body: { message: string; prospect_id: number } }) => ({
      message: body.message.replace('{{first_name}}', body.prospect_id === 22 ? '[First name]' : 'Ada'),
      subject_line: 'A question',
      missing: body.prospect_id === 22 ? ['first_name'] : [],
    }),
  });
  await press('Propose angles');
  await screen.findAllByRole('radio');
  await press(/Skippers/, 'radio');
  await press('Write 2 messages (2 credits)');
  expect(await (await card(2)).findByText(/2 credits|Sources/)).toBeTruthy();
  await press('Show the messages for', 'combobox');
  await press('Bo Lee (no job title)', 'option');
  const shown = within(await (await card(1)).findByRole('region', { name: 'As Bo Lee gets it' }));
  expect(shown.getByText('Hi [First name], first.')).toBeTruthy();
  expect(shown.getByRole('status').textContent).toMatch(/first name/i);
  expect(sent('POST /campaigns/7/steps/9/preview/')).toMatchObject([
    { prospect_id: 22, message: 'Hi {{first_name}}, first.' },
  ]);
  await press('Show the messages for', 'combobox');
  await press('Ada Lee (all data)', 'option');
  expect(await (await card(2)).findByText('Hi Ada, second.')).toBeTruthy();
});

test('an empty draft gets steps of a chosen shape first, and then its brief', async () => {
  const empty = { ...campaignOf(), steps: [] };
  let next = 20;
  const { sent } = await show(
    <SequenceDialog campaign={empty as never} onClose={() => undefined} />,
    {
      'GET /campaigns/7/sequence/': plan(),
      'POST /campaigns/7/steps/': () => ({ new_step: step(++next), campaign: campaignOf() }),
      'PATCH /campaigns/7/steps/{}/': { campaign: campaignOf() },
    },
    { role: 'ADMIN', organization: { email_credits: 100, branding_settings: {} } },
  );
  fireEvent.click(await screen.findByRole('radio', { name: /^Three emails and a LinkedIn invite/ }));
  await press('Create steps');
  await screen.findByLabelText('Goal');
  expect(sent('POST /campaigns/7/steps/')).toEqual([
    { step: 'EMAIL', parent: null, child: null },
    { step: 'LINKEDIN_INVITE', parent: 21, child: null },
    { step: 'EMAIL', parent: 22, child: null },
    { step: 'EMAIL', parent: 23, child: null },
  ]);
  const days = [21, 22, 23, 24].map((id) => sent(`PATCH /campaigns/7/steps/${id}/`));
  expect(days).toEqual([0, 2, 4, 7].map((day) => [{ delay_in_hours: day * 24 }]));
});

test('a shape that fails in the middle says so, and nothing is written', async () => {
  const closed = vi.fn<() => void>();
  let added = 0;
  await show(
    <SequenceDialog campaign={{ ...campaignOf(), steps: [] } as never} onClose={closed} />,
    {
      'POST /campaigns/7/steps/': () =>
        ++added === 1
          ? { new_step: step(21), campaign: campaignOf() }
          : refusal(409, 'conflict', 'A colleague changed the flow.'),
      'PATCH /campaigns/7/steps/{}/': { campaign: campaignOf() },
    },
    { role: 'ADMIN', organization: { email_credits: 100, branding_settings: {} } },
  );
  await press('Create steps');
  await screen.findByText('A colleague changed the flow.');
  expect(closed).toHaveBeenCalledOnce();
});
