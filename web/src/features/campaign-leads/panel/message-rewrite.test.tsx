// @vitest-environment happy-dom
import type { ScheduledStep } from '@overture/contract/campaign-leads';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../../lib/testing/show.tsx';
import { MessageRewrite } from './message-rewrite.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const save = 'PUT /campaigns/prospects/3/messages/5/';
const open = (entry: Partial<ScheduledStep>) => {
  const step = { id: 5, step_type: 'EMAIL' };
  const given = { step, message: 'Any news?', edit_message: 'Any news?', ...entry } as ScheduledStep;
  const rewrite = <MessageRewrite entry={given} campaignId={7} prospectId={3} onClose={() => {}} />;
  return show(rewrite, { [save]: { success: true } }, { organization: { branding_settings: {} } });
};

test('a follow-up in the same thread is saved without a subject', async () => {
  const { sent } = await open({ subject_line: 'Re: Hello Ada', edit_subject: null });
  const subject = await screen.findByRole('textbox', { name: /Subject/ });
  expect([subject.getAttribute('placeholder'), (subject as HTMLInputElement).value]).toEqual(['Re: Hello Ada', '']);
  await press('Save');
  await waitFor(() => expect(sent(save)).toEqual([{ message: 'Any news?', subject_line: null }]));
});

test('an email that starts a thread needs its subject', async () => {
  await open({ subject_line: 'Hello Ada', edit_subject: 'Hello Ada' });
  fireEvent.change(await screen.findByDisplayValue('Hello Ada'), { target: { value: ' ' } });
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
});
