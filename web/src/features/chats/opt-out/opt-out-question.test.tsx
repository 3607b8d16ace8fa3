// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../../lib/testing/show.tsx';
import { OptOutQuestion } from './opt-out-question.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const call = 'PUT /chats/7/opt-out/';

test.each([
  ['Yes, stop all messages', true, 'The lead is suppressed and its campaigns have ended'],
  ['No', false, 'The lead is not suppressed'],
])('%s', async (name, wants_out, said) => {
  const { sent } = await show(<OptOutQuestion id={7} from={{ name: 'Grace Hopper', email: 'grace@acme.example' }} />, {
    [call]: { success: true },
  });
  await screen.findByText('Did they ask you to stop?');
  await screen.findByText(/^A message from Grace Hopper \(grace@acme\.example\) may say so\./);
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(sent(call)).toEqual([{ wants_out }]));
  await screen.findByText(said);
});

test('says that a teammate was faster', async () => {
  await show(<OptOutQuestion id={7} from={{ name: null, email: null }} />, {
    [call]: refusal(409, 'opt_out_answered', 'Another user has already answered this.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'No' }));
  await screen.findByText('Another user has already answered this.');
});
