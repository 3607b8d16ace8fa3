// @vitest-environment happy-dom
import { DEFAULT_FEATURE_FLAGS } from '@overture/domain/access/feature-flags';
import type { Flow } from '@overture/domain/flow/flow';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { isDisabled, show } from '../../../lib/testing/show.tsx';
import { AddStepDrawer } from './add-step-drawer.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const flow: Flow = [
  { id: 1, kind: 'step', type: 'LINKEDIN_INVITE', parent_id: null, branch: null, delay_in_hours: 0 },
  { id: 2, kind: 'condition', type: 'ACCEPTED_INVITE', parent_id: 1, branch: null, delay_in_hours: 0 },
];

const offer = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) });

test('what a free LinkedIn account cannot do, and what makes no sense there, is locked with the reason', async () => {
  const onChoose = vi.fn();
  await show(
    <AddStepDrawer
      position={{ parent_id: 2, branch: 'yes' }}
      flow={flow}
      flags={DEFAULT_FEATURE_FLAGS}
      tier="CLASSIC"
      tracking={{ tracks_clicks: false, tracks_opens: false }}
      missing={[]}
      isPending={false}
      onClose={() => {}}
      onChoose={onChoose}
    />,
  );
  const inmail = await offer('InMail');
  expect(isDisabled(inmail)).toBe(true);
  expect(inmail.textContent).toContain('InMail needs a Sales Navigator or Recruiter account.');
  const invite = await offer('LinkedIn Invite');
  expect(isDisabled(invite)).toBe(true);
  const message = await offer('LinkedIn Message');
  fireEvent.click(message, { detail: 1 });
  fireEvent.click(message, { detail: 2 });
  expect(onChoose.mock.calls).toEqual([['LINKEDIN_MESSAGE']]);
});

test('steps of connected channels come first; the others say what they need and can still be added', async () => {
  const onChoose = vi.fn();
  await show(
    <AddStepDrawer
      position={{ parent_id: null, branch: null }}
      flow={[]}
      flags={DEFAULT_FEATURE_FLAGS}
      tier={null}
      tracking={{ tracks_clicks: true, tracks_opens: true }}
      missing={['linkedin']}
      isPending={false}
      onClose={() => {}}
      onChoose={onChoose}
    />,
  );
  const steps = (await screen.findByRole('heading', { name: 'Steps' })).parentElement as HTMLElement;
  const names = within(steps)
    .getAllByRole('button')
    .map((button) => button.textContent);
  expect(names[0]).toMatch(/^Email/);
  expect(names[0]).not.toContain('Needs');
  expect(names[1]).toMatch(/^Call Prospect/);
  expect(names.slice(2).every((name) => name?.includes('Needs LinkedIn: no account is connected yet.'))).toBe(true);
  fireEvent.click(await offer('LinkedIn Message'), { detail: 1 });
  expect(onChoose).toHaveBeenCalledWith('LINKEDIN_MESSAGE');
});
