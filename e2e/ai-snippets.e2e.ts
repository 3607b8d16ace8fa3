import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/installation.ts';
import { api, createList } from './support/outreach.ts';
import { signUp } from './support/person.ts';

/** A draft with an email step and a lead whose company has a website, its step opened. */
async function openEmailStep(page: Page, message: string): Promise<{ id: number; step_id: number }> {
  const people = [{ first_name: 'Tess', last_name: 'Vos', email: 'tess@northlight.example' }];
  const list = await createList(page.request, 'Leads', people);
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', {});
  const path = `/campaigns/${campaign.id}/steps/`;
  const { new_step } = await api<{ new_step: { id: number } }>(page.request, 'POST', path, { step: 'EMAIL' });
  await api(page.request, 'PUT', `${path}${new_step.id}/`, { message, subject_line: 'Hello', delay_in_hours: 0 });
  await api(page.request, 'POST', `/search/${list}/prospects/add-to-campaign/`, { amount: 1, campaign: campaign.id });
  await page.goto(`/campaigns/${campaign.id}`);
  await page.locator('[data-flow-node]').filter({ hasText: 'Email' }).click();
  return { id: campaign.id, step_id: new_step.id };
}

test('a snippet is made, put into a message and written for a lead; a draft replaces the message @long', async ({
  page,
}) => {
  await signUp(page);
  await openEmailStep(page, 'Hi {{first_name}}, ');
  await page.getByRole('button', { name: 'Insert AI snippet' }).click();
  const dialog = page.getByRole('dialog', { name: 'AI snippets' });
  await dialog.getByRole('button', { name: 'Create snippet' }).click();
  const form = page.getByRole('dialog', { name: 'New snippet' });
  await form.getByRole('textbox', { name: 'Name' }).fill('What they make');
  await form.getByRole('textbox', { name: 'Instructions' }).fill('Say which software the company makes, for whom.');
  await form.getByRole('checkbox', { name: /Company summary/ }).check();
  await expect(form.getByText(/^At most 1 credits? for the 1 lead/)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save snippet' }).click();
  await dialog.getByRole('button', { name: 'Insert What they make' }).click();
  await expect(page.getByText('“What they make” is written for this lead before the message is sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Write now' }).click();
  await expect(page.getByText(/“What they make” from/)).toBeVisible();
  await expect(page.getByText(/Hi Tess, I read on your pages:/)).toBeVisible();
  // The balance shows the cost: one credit of a trial's hundred.
  await expect(page.getByText('99 of 100 credits')).toBeVisible();

  await page.getByRole('button', { name: 'Generate draft' }).click();
  const drafting = page.getByRole('dialog', { name: 'Generate draft' });
  await drafting.getByRole('textbox', { name: 'What do you offer?' }).fill('We make routing software.');
  await drafting.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await drafting.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(drafting.getByText('We make routing software.').last()).toBeVisible();
  await expectAccessible(page);
  const message = page.getByRole('textbox', { name: 'Message', exact: true, includeHidden: true });
  await expect(message).toContainText('What they make');
  await drafting.getByRole('button', { name: 'Select draft' }).click();
  await expect(message).toContainText('Ich arbeite bei');
});
