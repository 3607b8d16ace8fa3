// @vitest-environment happy-dom
import type { WaitingDraft } from '@overture/contract/waiting-drafts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, refusal, show } from '../../../lib/testing/show.tsx';
import { DraftReplyBar, DraftReplyButton } from './generate-draft.tsx';
import { useGeneratedDraft } from './use-generated-draft.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const CALL = 'POST /chats/{}/generate-response/';
const written = (response: string, more: object = {}) => ({
  response,
  sources: ['Product'],
  left_out: [],
  pitches_after_refusal: false,
  credits: 1,
  ...more,
});

function Composing({ waiting = null, onDiscarded }: { waiting?: WaitingDraft | null; onDiscarded?: () => void }) {
  const [draft, onDraft] = useState('');
  const [madeFrom, onMadeFrom] = useState<number>();
  const textRef = useRef<HTMLTextAreaElement>(null);
  const reply = useGeneratedDraft({
    ...{ id: 5, draft, onDraft, onShow: onDraft, waiting, madeFrom, onMadeFrom, textRef },
    onDiscarded: onDiscarded ?? (() => undefined),
  });
  return (
    <>
      <DraftReplyBar reply={reply} />
      <textarea ref={textRef} aria-label="Message" value={draft} onChange={(event) => onDraft(event.target.value)} />
      <DraftReplyButton reply={reply} />
    </>
  );
}

const open = (answers: Answers) => show(<Composing />, answers, { organization: { email_credits: 42 } });
const text = () => (screen.getByLabelText('Message') as HTMLTextAreaElement).value;
const type = (value: string) => fireEvent.change(screen.getByLabelText('Message'), { target: { value } });
const click = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

test('the button shows the cost; the draft fills the composer with its sources', async () => {
  const { sent } = await open({ [CALL]: written('Hi Grace,', { left_out: ['price', 'time'] }) });
  expect(screen.getByTitle(/1 credit each. You have 42 credits. The AI model reads this conversation/)).toBeTruthy();
  await click('Generate reply 1 credit');
  expect(await screen.findByText(/Based on Product/)).toBeTruthy();
  expect(screen.getByText(/isn't in your knowledge base: a price, a date or time/)).toBeTruthy();
  expect(text()).toBe('Hi Grace,');
  expect(sent('POST /chats/5/generate-response/')).toEqual([{ tone: 'professional', change: null, draft: null }]);
});

test('tone, shorter and a meeting are one click; Undo brings back each earlier text, the own one last', async () => {
  let count = 0;
  const { sent } = await open({
    [CALL]: () => {
      count += 1;
      return written(`Reply ${count}`);
    },
  });
  type('My own words');
  await click(/^Generate reply/);
  await waitFor(() => expect(text()).toBe('Reply 1'));
  await click('Shorter');
  await waitFor(() => expect(text()).toBe('Reply 2'));
  await click('Ask for a meeting');
  await waitFor(() => expect(text()).toBe('Reply 3'));
  expect(sent('POST /chats/5/generate-response/')).toMatchObject([
    { change: null, draft: 'My own words' },
    { change: 'shorter', draft: 'Reply 1' },
    { change: 'ask_for_meeting', draft: 'Reply 2' },
  ]);
  for (const before of ['Reply 2', 'Reply 1', 'My own words']) {
    await click('Undo');
    expect(text()).toBe(before);
  }
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await click(/^Generate reply/);
  await click('Tone: Professional');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Friendly' }));
  await waitFor(() => expect(sent('POST /chats/5/generate-response/').at(-1)).toMatchObject({ tone: 'friendly' }));
});

test('text typed while the draft is written is kept', async () => {
  let answer: (value: object) => void = () => {};
  await open({
    [CALL]: () =>
      new Promise<object>((resolve) => {
        answer = resolve;
      }),
  });
  await click(/^Generate reply/);
  expect(await screen.findByText('Writing a draft…')).toBeTruthy();
  type('I started');
  answer(written('Hi Grace,'));
  expect(await screen.findByText(/A draft is ready/)).toBeTruthy();
  expect(text()).toBe('I started');
  await click('Use the draft');
  expect(text()).toBe('Hi Grace,');
  await click('Undo');
  expect(text()).toBe('I started');
});

test('given up, it changes nothing and the call ends', async () => {
  let isAborted = false;
  await open({});
  vi.stubGlobal(
    'fetch',
    (_: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(init.signal?.reason);
        });
      }),
  );
  type('Mine');
  await click(/^Generate reply/);
  await click('Cancel');
  await waitFor(() => expect(isAborted).toBe(true));
  expect(text()).toBe('Mine');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  [402, 'not_enough_credits', 'You have 0 credits, but this needs 1.', 'Get more credits'],
  [422, 'reply_unsupported', "Your knowledge base doesn't hold an answer to this.", 'Open the knowledge base'],
])('refused with %s it says why and where to go, and keeps the text', async (status, code, error, link) => {
  let isFine = false;
  await open({ [CALL]: () => (isFine ? written('Now it works') : refusal(status, code, error)) });
  type('Mine');
  await click(/^Generate reply/);
  expect((await screen.findByRole('alert')).textContent).toContain(error);
  expect(screen.getByRole('link', { name: link })).toBeTruthy();
  expect(text()).toBe('Mine');
  isFine = true;
  await click('Try again');
  await waitFor(() => expect(text()).toBe('Now it works'));
});

test('where answers are kept from the model, each reply asks first', async () => {
  const { sent } = await open({
    [CALL]: ({ body }) =>
      (body as { sends_conversation?: boolean }).sends_conversation
        ? written('Hi Grace,')
        : refusal(409, 'reply_not_confirmed', 'Your organization keeps answers from the AI model.'),
  });
  await click(/^Generate reply/);
  expect((await screen.findByRole('alert')).textContent).toContain('keeps answers from the AI model');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await click('Share it and write');
  await waitFor(() => expect(text()).toBe('Hi Grace,'));
  await click('Shorter');
  await screen.findByRole('alert');
  expect(sent('POST /chats/5/generate-response/').at(-1)).not.toHaveProperty('sends_conversation');
});

test('who may not change the setting reads whom to ask, and nothing to press', async () => {
  await open({ [CALL]: refusal(403, 'reply_kept_from_model', 'Ask an organization admin to write this draft.') });
  await click(/^Generate reply/);
  expect((await screen.findByRole('alert')).textContent).toContain('Ask an organization admin');
  for (const name of ['Try again', 'Share it and write']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('emptied or sent, its bar is gone', async () => {
  await open({ [CALL]: written('Hi Grace,') });
  await click(/^Generate reply/);
  expect(await screen.findByText(/Based on Product/)).toBeTruthy();
  type('');
  await waitFor(() => expect(screen.queryByText(/Based on Product/)).toBeNull());
});

test('a pitch in answer to a refusal is warned about, and a polite draft is not', async () => {
  let pitches_after_refusal = true;
  await open({ [CALL]: () => written('We plan ships.', { pitches_after_refusal }) });
  await click('Generate reply 1 credit');
  expect((await screen.findByRole('alert')).textContent).toContain('This lead said no');
  pitches_after_refusal = false;
  await click('Shorter');
  await waitFor(() => expect(screen.queryByText(/This lead said no/)).toBeNull());
});

const waiting = (change: Partial<WaitingDraft> = {}): WaitingDraft => ({
  ...{
    id: 8,
    message_id: 3,
    state: 'waiting',
    message: 'Hi Grace, it does.',
    sources: ['Objections'],
    left_out: ['price'],
  },
  ...{ pitches_after_refusal: false, reason: null, credits: 1 },
  ...change,
});

/** Shows the conversation with one draft, then with another. */
function Waiting({ drafts, onDiscarded }: { drafts: readonly (WaitingDraft | null)[]; onDiscarded?: () => void }) {
  const [place, setPlace] = useState(0);
  return (
    <>
      <Composing waiting={drafts[place] ?? null} {...(onDiscarded ? { onDiscarded } : {})} />
      <button type="button" onClick={() => setPlace(place + 1)}>
        News
      </button>
    </>
  );
}

test('a draft that waits is in the composer, marked, and discarded with its text', async () => {
  const done: string[] = [];
  const { sent } = await show(<Waiting drafts={[waiting()]} onDiscarded={() => done.push('next')} />, {
    'POST /chats/{}/draft/discard/': { success: true },
  });
  expect(text()).toBe('Hi Grace, it does.');
  expect(screen.getByText('Draft')).toBeTruthy();
  expect(screen.getByText(/Based on Objections/)).toBeTruthy();
  expect(screen.getByText(/isn't in your knowledge base: a price/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await click('Discard');
  await waitFor(() => expect(sent('POST /chats/5/draft/discard/')).toEqual([{ draft_id: 8 }]));
  expect([text(), done]).toEqual(['', ['next']]);
});

test('a newer reply clears a draft that no one changed; a changed text stays, and the new draft is offered', async () => {
  const drafts = [
    waiting(),
    waiting({ id: 9, state: 'writing', message: null }),
    waiting({ id: 9, message: 'Newer' }),
    waiting({ id: 10, message: 'Newest' }),
  ];
  await show(<Waiting drafts={drafts} />, {});
  await click('News');
  expect(text()).toBe('');
  expect(screen.getByText('A draft for this reply is being written…')).toBeTruthy();
  await click('News');
  await waitFor(() => expect(text()).toBe('Newer'));
  type('Newer, and mine');
  await click('News');
  expect(text()).toBe('Newer, and mine');
  await click('Use the draft');
  expect(text()).toBe('Newest');
  await click('Undo');
  expect(text()).toBe('Newer, and mine');
});

test.each([
  ['daily_limit', /limit of drafts is used up/],
  ['no_credits', /no credits were left/],
  ['no_plan', /need a plan/],
  ['no_source', /nothing that answers this reply/],
  ['no_model', /has no AI model/],
  ['failed', /Nothing was charged/],
] as const)('a reply without a draft says why: %s', async (reason, words) => {
  await show(<Waiting drafts={[waiting({ state: 'not_written', message: null, reason })]} />, {});
  expect(screen.getByText(words)).toBeTruthy();
  await click('Dismiss');
  expect(screen.queryByText(words)).toBeNull();
});
