import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, connectMailbox, createList, newMailbox } from './support/outreach.ts';
import { signUp } from './support/person.ts';

test('a campaign is rehearsed before it starts: days, finish, bottleneck, rates by keyboard, and back to the dialog', async ({
  page,
}) => {
  await signUp(page);
  const email_account_id = await connectMailbox(page.request, newMailbox());
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', { name: 'Spring' });
  const path = `/campaigns/${campaign.id}`;
  const { new_step } = await api<{ new_step: { id: number } }>(page.request, 'POST', `${path}/steps/`, {
    step: 'EMAIL',
  });
  await api(page.request, 'PUT', `${path}/steps/${new_step.id}/`, { message: 'Hi {{first_name}}', subject_line: 'Hi' });
  await api(page.request, 'PUT', `${path}/`, { email_account_id, email_max_messages: 2 });
  const people = Array.from({ length: 5 }, (_, place) => ({
    first_name: `Grace ${place}`,
    last_name: 'Hopper',
    email: `grace${place}+silent@northlight.example`,
  }));
  const searchId = await createList(page.request, 'Readers', people);
  await api(page.request, 'POST', `/search/${searchId}/prospects/add-to-campaign/`, {
    campaign: campaign.id,
    amount: 5,
  });

  await page.goto(path);
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rehearse' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rehearsal' });
  await expect(dialog.getByText('Last lead finishes')).toBeVisible();
  await expect(dialog.getByText('Emails of this campaign: 2 a day')).toBeVisible();
  await expect(dialog.getByRole('table')).toContainText('2 emails');
  await expectAccessible(page);
  await dialog.getByRole('slider', { name: 'Leads who reply' }).focus();
  for (let press = 0; press < 18; press += 1) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('0 completed, 5 replied, 0 failed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Activate campaign' })).toBeVisible();
});
