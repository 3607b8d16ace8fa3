import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { ownInstallation, test } from './support/installation.ts';
import { api } from './support/outreach.ts';
import { mailsTo, signUp } from './support/person.ts';
import { picture } from './support/picture.ts';

/** A colleague in a browser of their own. */
async function inviteColleague(page: Page, browser: Browser): Promise<Page> {
  const email = `maria${Date.now()}@acme.example`;
  await api(page.request, 'POST', '/organization/user/', { emails: [email], role: 'USER' });
  let code: string | undefined;
  await expect(async () => {
    const [mail] = await mailsTo(page.request, email);
    code = mail?.text.match(/create-password\?code=([\w-]+)/)?.[1];
    expect(code).toBeTruthy();
  }).toPass();
  const context = await browser.newContext({ baseURL: ownInstallation().url });
  const colleague = await context.newPage();
  const data = { code, password: 'battery staple', name: 'Maria Lopez' };
  const joined = await colleague.request.post('/api/v1/auth/reset-password/', { data });
  expect(joined.ok(), await joined.text()).toBe(true);
  return colleague;
}

interface Stored {
  name: string;
  email_max_messages: number;
  steps: { message: string; subject_line: string }[];
}

/** Another journey may have moved the installation's clock: the browser then reads a date before the time. */
const conflict = (page: Page) => page.getByRole('dialog', { name: /^Maria Lopez changed this (on .+ )?at \d\d:\d\d$/ });

test('two users change the same settings, message, list and knowledge base, and neither loses anything unseen @long', async ({
  page,
  browser,
}) => {
  await signUp(page);
  const maria = await inviteColleague(page, browser);
  const { campaign } = await api<{ campaign: { id: number } }>(page.request, 'POST', '/campaigns/', { name: 'Spring' });
  const { new_step: step } = await api<{ new_step: { id: number } }>(
    page.request,
    'POST',
    `/campaigns/${campaign.id}/steps/`,
    { step: 'EMAIL' },
  );
  const { id: list } = await api<{ id: number }>(page.request, 'POST', '/searches/', { name: 'Fairs' });
  const asMaria = (method: 'PUT' | 'PATCH', path: string, body: object) => api(maria.request, method, path, body);
  const stored = async () =>
    (await api<{ campaign: Stored }>(page.request, 'GET', `/campaigns/${campaign.id}/`)).campaign;

  await page.goto(`/campaigns/${campaign.id}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('Spring by Ada');
  await maria.goto(`/campaigns/${campaign.id}`);
  await maria.getByRole('button', { name: 'Settings' }).click();
  await maria.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Spring by Maria');
  await maria.getByRole('dialog').getByLabel('Emails per day', { exact: true }).fill('12');
  await maria.getByRole('button', { name: 'Save' }).click();
  await expect(maria.getByText('Settings updated successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(conflict(page)).toContainText('Spring by Maria');
  await expectAccessible(page);
  await picture(page, 'changed-settings');
  await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Settings updated successfully')).toBeVisible();
  expect(await stored()).toMatchObject({ name: 'Spring by Ada', email_max_messages: 12 });

  await page.goto(`/campaigns/${campaign.id}?step=${step.id}`);
  await page.locator('[data-flow-node]').filter({ hasText: 'Email' }).first().click();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.click();
  await page.keyboard.type('What Ada wrote about routes, and more.');
  const theirs = { message: 'Hi {{first_name}}, what Maria wrote.', subject_line: 'Routes' };
  await asMaria('PUT', `/campaigns/${campaign.id}/steps/${step.id}/`, theirs);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(conflict(page)).toContainText('Hi [First name], what Maria wrote.');
  await picture(page, 'changed-message');
  await conflict(page).getByRole('button', { name: 'See theirs' }).click();
  await expect(message).toContainText('what Maria wrote');
  await picture(page, 'changed-theirs');
  await page.getByRole('button', { name: 'Back to mine' }).click();
  await expect(message).toHaveText('What Ada wrote about routes, and more.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await stored()).steps[0]?.message).toContain('What Ada wrote');
  expect((await stored()).steps[0]?.subject_line).toBe('Routes');

  await page.goto(`/searches/${list}`);
  const listName = page.getByLabel('List name');
  await listName.click();
  await listName.fill('Fairs by Ada');
  await asMaria('PATCH', `/search/${list}/`, { name: 'Fairs by Maria' });
  await listName.press('Enter');
  await expect(conflict(page)).toContainText('Fairs by Maria');
  await conflict(page).getByRole('button', { name: 'See theirs' }).click();
  await expect(listName).toHaveValue('Fairs by Maria');

  await page.goto('/settings/knowledge-base');
  await page.getByLabel('Case studies').fill('What Ada knows.');
  await asMaria('PUT', '/organization/', { competitors: 'What Maria knows.' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText(/^Maria Lopez changed something else here (on .+ )?at .* Both changes were saved\.$/),
  ).toBeVisible();
  await expect(page.getByText('Organization updated')).toBeVisible();
  await expect(page.getByLabel('Competitors')).toHaveValue('What Maria knows.');
  await maria.context().close();
});

test('a pasted list of domains and addresses is looked at before it is excluded @long', async ({ page }) => {
  await signUp(page);
  await api(page.request, 'POST', '/excluded-domains/', { domain: 'known.example' });
  await page.goto('/settings/excluded-domains');
  const text =
    'https://www.northlight.example/team\nGrace@Southwind.example; known.example\nEve Dahl <eve@c.example>\nnonsense';
  await page.getByRole('textbox', { name: 'Domain to exclude' }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  const dialog = page.getByRole('dialog', { name: 'Exclude a list' });
  await expect(dialog.getByRole('region', { name: 'Excluded already' })).toContainText('known.example');
  await expect(dialog.getByRole('region', { name: "Can't be read" })).toContainText('nonsense');
  await expectAccessible(page);
  await picture(page, 'pasted-domains');
  await dialog.getByRole('button', { name: 'Exclude 3' }).click();
  await expect(page.getByRole('grid').getByText('grace@southwind.example')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select row: known.example' }).check();
  await page.getByRole('checkbox', { name: 'Select row: eve@c.example' }).check();
  await picture(page, 'excluded-domains');
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 domains and addresses are no longer excluded.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('grid').getByText('known.example')).toBeVisible();
});
