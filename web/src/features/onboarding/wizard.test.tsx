// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readStored } from '../../lib/storage.ts';
import { fill, isDisabled, press, refusal, show } from '../../lib/testing/show.tsx';
import { OnboardingWizard } from './wizard.tsx';

const organization = {
  website_url: null,
  name: 'Acme',
  product_description: null,
  icp_description: null,
  pain_points: null,
  is_agency: false,
  branding_settings: {
    lead_lists_enabled: true,
    lead_list_creation_enabled: true,
    ai_research_enabled: true,
    campaign_creation_enabled: true,
  },
};
const user = { id: 1, role: 'USER', email: 'ada@acme.example', organization };
const PATCH = 'PATCH /organization/';
const known = { name: 'Acme Inc', product_description: 'Rockets', icp_description: null, pain_points: null };
const answers = { [PATCH]: known, 'POST /organization/onboarding/complete/': { success: true } };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (more: object = {}, person: object = user) => {
  const onClose = vi.fn();
  return show(
    <OnboardingWizard onClose={onClose} />,
    { ...answers, 'GET /user/': { user: person }, ...more },
    person,
  ).then((shown) => ({
    ...shown,
    onClose,
  }));
};
const next = () => screen.getByRole('button', { name: 'Next' });

test('website, company prefilled from it, team, and the end; Back keeps what was typed', async () => {
  const { sent, onClose } = await open();
  expect(await screen.findByText('Step 1 of 3')).toBeTruthy();
  const website = screen.getByLabelText('Website');
  await expect.poll(() => (website as HTMLInputElement).value).toBe('acme.example');
  fill(website, '');
  expect(isDisabled(next())).toBe(true);
  fill(website, 'acme.example');
  await press('Next');
  expect(await screen.findByDisplayValue('Rockets')).toBeTruthy();
  expect(screen.getByDisplayValue('Acme Inc')).toBeTruthy();
  fill(screen.getByLabelText('Who do you sell to?'), 'Coyotes');
  await press('Back');
  expect(await screen.findByDisplayValue('acme.example')).toBeTruthy();
  await press('Next');
  expect(await screen.findByDisplayValue('Coyotes')).toBeTruthy();
  await press('Next');
  await screen.findByRole('button', { name: 'Skip' });
  await press('Add another email');
  fill(await screen.findByLabelText('Email 2'), 'mia@acme.example');
  await press('Remove email 1');
  expect(screen.getByLabelText('Email 1')).toBeTruthy();
  await press('Finish');
  await press('Start tour');
  expect(readStored('tour', { step: -1 })).toEqual({ step: 0 });
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(sent(PATCH).map((body) => (body as { step: number }).step)).toEqual([1, 1, 2, 3]);
  expect(sent(PATCH).at(-1)).toEqual({ step: 3, team_members: ['mia@acme.example'] });
});

test('without a website what was typed is cleared; Escape does not close; free mail suggests nothing', async () => {
  const { sent, onClose } = await open({}, { ...user, email: 'ada@gmail.com' });
  const website = await screen.findByLabelText('Website');
  expect((website as HTMLInputElement).value).toBe('');
  fill(website, 'acme.example');
  fireEvent.click(screen.getByLabelText("I don't have a website"));
  expect((website as HTMLInputElement).value).toBe('');
  fireEvent.keyDown(website, { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  await press('Next');
  expect(await screen.findByDisplayValue('Acme')).toBeTruthy();
  expect(sent(PATCH)).toEqual([{ step: 1, website_url: null, has_website: false }]);
});

test('an unreadable website is named at the field, and kept when it is sent again', async () => {
  const said = "Couldn't read acme.con. Check the address, or choose Next again to keep it.";
  const answer = ({ body }: { body: unknown }) =>
    (body as { keep_website?: boolean }).keep_website
      ? known
      : refusal(422, 'website_unreadable', 'Unreadable', { website_url: said });
  const { sent } = await open({ [PATCH]: answer });
  fill(await screen.findByLabelText('Website'), 'acme.con');
  await press('Next');
  const field = await screen.findByLabelText('Website');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText(said)).toHaveLength(1);
  await press('Next');
  await screen.findByText('Step 2 of 3');
  expect(sent(PATCH).at(-1)).toEqual({ step: 1, website_url: 'acme.con', has_website: true, keep_website: true });
});

test('agencies have two steps; a refusal stays on its step and says which address is wrong', async () => {
  localStorage.clear();
  await open({}, { ...user, organization: { ...organization, is_agency: true } });
  expect(await screen.findByText('Step 1 of 2')).toBeTruthy();
  fireEvent.click(screen.getByLabelText("I don't have a website"));
  await press('Next');
  await screen.findByText('Step 2 of 2');
  expect(document.activeElement).toBe(screen.getByLabelText('Company name'));
  await press('Finish');
  expect(await screen.findByText('Would you like a tour?')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start tour' }));
  await press('Do tour later');
  expect(readStored('tour', { step: -1 })).toEqual({ step: -1 });
  cleanup();
  const details = { 'emails.0': 'This team member is already invited.' };
  const refuse = ({ body }: { body: unknown }) =>
    (body as { step: number }).step === 3 ? refusal(400, 'member_already_invited', 'Already invited.', details) : known;
  await open({ [PATCH]: refuse });
  fireEvent.click(await screen.findByLabelText("I don't have a website"));
  await press('Next');
  await screen.findByText('Step 2 of 3');
  await press('Next');
  fill(await screen.findByLabelText('Email 1'), 'mia@acme.example');
  await press('Finish');
  expect(await screen.findByText('This team member is already invited.')).toBeTruthy();
  expect(screen.getByText('Step 3 of 3')).toBeTruthy();
});
