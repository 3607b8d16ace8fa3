import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { ownInstallation, test } from './support/installation.ts';
import { api } from './support/outreach.ts';
import { signUp } from './support/person.ts';

const people = 30;

/** A list of people with a custom column of numbers. */
async function fillList(page: Page, length = people): Promise<number> {
  const { id } = await api<{ id: number }>(page.request, 'POST', '/searches/', { name: 'People' });
  await api(page.request, 'POST', '/lead-columns/', { name: 'Seats', type: 'number' });
  const rows = Array.from(
    { length },
    (_, n) =>
      `First${n},Last${n},p${n}@company.example,https://www.linkedin.com/in/p-${n},Company ${n % 3},Title ${n},${n}`,
  );
  const text = `First name,Last name,Email,LinkedIn,Company,Title,Seats\n${rows.join('\n')}\n`;
  const column_mapping = JSON.stringify({
    ...{ first_name: 'First name', last_name: 'Last name', email: 'Email', linkedin_url: 'LinkedIn' },
    ...{ company_name: 'Company', job_title: 'Title' },
  });
  const answer = await page.request.post(`/api/v1/searches/${id}/import-csv/`, {
    headers: { origin: ownInstallation().url },
    multipart: {
      file_name: 'people.csv',
      column_mapping,
      custom_columns: JSON.stringify([{ header: 'Seats', name: 'Seats', type: 'number' }]),
      file_content: { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return id;
}

const cellOf = (page: Page, row: number, column: string) =>
  page.locator(`[data-row-index="${row}"] > [data-col="${column}"]`);

async function openList(page: Page, id: number): Promise<void> {
  await page.goto(`/searches/${id}`);
  await expect(page.getByText(`Showing 25 of ${people}`)).toBeVisible();
}

async function editCells(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit cells' }).click();
  await expect(page.locator('[data-cells]')).toBeVisible();
}

/** The value that is stored for the lead of a row. */
async function storedTitles(page: Page, id: number): Promise<(string | null)[]> {
  const { prospects } = await api<{ prospects: { job_title: string | null }[] }>(
    page.request,
    'GET',
    `/search/${id}/prospects/`,
  );
  return prospects.map(({ job_title }) => job_title);
}

test('cells are edited like a spreadsheet, with undo, words for refusals and for two people @long', async ({
  page,
}) => {
  await signUp(page);
  const id = await fillList(page);
  await openList(page, id);
  await editCells(page);

  // Typing replaces the text; Enter saves and goes down; Ctrl+Z takes it back.
  const title = cellOf(page, 0, 'job_title');
  const before = await title.innerText();
  await title.click();
  await page.keyboard.type('Chief of Mills');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Chief of Mills');
  await expect(cellOf(page, 1, 'job_title')).toBeFocused();
  await expect(page.getByText('Job title of First0 Last0 changed.')).toBeVisible();
  await expectAccessible(page);
  await expect.poll(async () => (await storedTitles(page, id))[0]).toBe('Chief of Mills');
  await page.keyboard.press('Control+z');
  await expect(title).toHaveText(before);
  await expect.poll(async () => (await storedTitles(page, id))[0]).toBe(before);

  // F2 edits the text and Escape keeps it. The arrows focus another cell, and Escape focuses the row.
  await page.keyboard.press('F2');
  await expect(page.getByLabel('Job title of First1 Last1')).toHaveValue('Title 1');
  await page.keyboard.type('thrown away');
  await page.keyboard.press('Escape');
  await expect(cellOf(page, 1, 'job_title')).toHaveText('Title 1');
  await page.keyboard.press('ArrowRight');
  await expect(cellOf(page, 1, 'company_name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-row-index="1"]')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cellOf(page, 1, 'job_title')).toBeFocused();

  // A click elsewhere saves too, and the focus stays there.
  await page.keyboard.type('Left by a click');
  await cellOf(page, 3, 'company_name').click();
  await expect(cellOf(page, 1, 'job_title')).toHaveText('Left by a click');
  await expect(cellOf(page, 3, 'company_name')).toBeFocused();
  await page.keyboard.type('Mills');
  await page.getByLabel('Search leads').click();
  await expect(cellOf(page, 3, 'company_name')).toContainText('Mills');
  await expect(page.getByLabel('Search leads')).toBeFocused();

  // A value that is none of the column's type is kept in the editor with its reason.
  const seats = cellOf(page, 2, 'custom.seats');
  await seats.dblclick();
  await page.getByLabel('Seats of First2 Last2').fill('many');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Seats of First2 Last2')).toHaveValue('many');
  await expect(page.getByRole('alert').filter({ hasText: 'This is not a number.' }).first()).toBeVisible();
  await page.getByLabel('Seats of First2 Last2').fill('1,250');
  await page.keyboard.press('Enter');
  await expect(seats).toHaveText('1,250');

  // A teammate was faster: their value is shown and named.
  const { prospects } = await api<{ prospects: { id: number }[] }>(page.request, 'GET', `/search/${id}/prospects/`);
  await cellOf(page, 4, 'job_title').click();
  await page.keyboard.type('By Ada');
  const cells = [{ prospect_id: prospects[4]?.id, column: 'job_title', value: 'By Maria' }];
  await api(page.request, 'PATCH', '/prospects/cells/', { cells });
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Job title of First4 Last4: Someone else changed this cell to “By Maria”.'),
  ).toBeVisible();
  await expect(cellOf(page, 4, 'job_title')).toHaveText('By Maria');

  // The name still opens the lead.
  await cellOf(page, 6, 'name').click();
  await expect(page.getByRole('dialog', { name: 'First6 Last6' })).toBeVisible();
});

test('a column is copied and pasted over rows in one step, and clears in one @long', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page);
  const id = await fillList(page);
  await openList(page, id);
  await editCells(page);
  await cellOf(page, 0, 'job_title').click();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 cells selected')).toBeAttached();
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Title 0\nTitle 1\nTitle 2');
  await cellOf(page, 10, 'job_title').click();
  await page.keyboard.press('Control+v');
  await expect(page.getByText('3 cells changed.')).toBeVisible();
  for (const row of [0, 1, 2]) await expect(cellOf(page, 10 + row, 'job_title')).toHaveText(`Title ${row}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cellOf(page, 11, 'job_title')).toHaveText('Title 11');
  await expect.poll(async () => (await storedTitles(page, id))[12]).toBe('Title 12');

  // One value fills what is chosen by a click with Shift; Delete empties it.
  await page.evaluate(() => navigator.clipboard.writeText('Miller'));
  await cellOf(page, 3, 'job_title').click();
  await cellOf(page, 7, 'job_title').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+v');
  await expect(page.getByText('5 cells changed.')).toBeVisible();
  await expect(cellOf(page, 5, 'job_title')).toHaveText('Miller');
  await page.keyboard.press('Delete');
  await expect(cellOf(page, 5, 'job_title')).toHaveText('–');
  await page.keyboard.press('Control+z');
  await expect(cellOf(page, 5, 'job_title')).toHaveText('Miller');
  await expect.poll(async () => (await storedTitles(page, id)).slice(3, 8)).toEqual(Array(5).fill('Miller'));
});

test('a table sorts by several columns, and a view keeps sorts, widths and the height of rows @long', async ({
  page,
}) => {
  await signUp(page);
  const id = await fillList(page);
  await openList(page, id);
  await page.getByRole('button', { name: 'Company', exact: true }).click();
  await page.getByRole('button', { name: 'Seats', exact: true }).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: /^Seats/ }).click({ modifiers: ['Shift'] });
  await expect(cellOf(page, 0, 'name')).toContainText('First27 Last27');
  await expect(cellOf(page, 1, 'name')).toContainText('First24 Last24');
  await page.getByRole('button', { name: 'Row height' }).click();
  await page.getByRole('menuitem', { name: 'Compact rows' }).click();
  const handle = page.getByRole('separator', { name: 'Resize column Company' });
  const width = Number(await handle.getAttribute('aria-valuenow'));
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await expect(handle).toHaveAttribute('aria-valuenow', String(width + 16));

  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('By company');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'By company', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'All leads' }).click();
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'By company', exact: true }).click();
  await expect(cellOf(page, 0, 'name')).toContainText('First27 Last27');
  await expect(handle).toHaveAttribute('aria-valuenow', String(width + 16));
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  expect((await cellOf(page, 0, 'name').boundingBox())?.height).toBeLessThan(40);

  // A third sort by keyboard is a change of the view.
  await page.getByRole('button', { name: 'Job title', exact: true }).focus();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await expectAccessible(page);
});

test('a table scrolls through all leads, and cells are edited far down @long', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp(page);
  const id = await fillList(page, 2000);
  await page.goto(`/searches/${id}`);
  await expect(page.getByText('1–25 of 2,000')).toBeVisible();
  await page.getByRole('button', { name: 'Row height' }).click();
  await page.getByRole('menuitem', { name: 'Scroll through all leads' }).click();
  await expect(page.getByText('1–25 of 2,000')).toHaveCount(0);
  await editCells(page);
  const grid = page.getByRole('grid', { name: 'Leads' });
  await grid.hover();
  await page.mouse.wheel(0, 700);
  await expect(page.getByText('First40 Last40', { exact: true })).toBeVisible();

  // A chosen cell does not hold the scrolling.
  await grid.evaluate((table) => table.parentElement?.scrollTo(0, 44 * 30));
  await page.getByRole('row').filter({ hasText: 'First38 Last38' }).locator('[data-col="job_title"]').click();
  for (let step = 0; step < 30; step += 1) await page.mouse.wheel(0, 120);
  await expect(page.getByText('First110 Last110', { exact: true })).toBeVisible();

  // A jump to the end, and an edit there; the rows around it stay in their place.
  await grid.evaluate((table) => table.parentElement?.scrollTo(0, 1e9));
  const last = page.getByRole('row').filter({ hasText: 'First1999 Last1999' });
  await expect(last).toBeVisible();
  await last.locator('[data-col="job_title"]').click();
  await page.keyboard.type('The last one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Job title of First1999 Last1999 changed.')).toBeVisible();
  await expect(last.locator('[data-col="job_title"]')).toHaveText('The last one');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('PageUp');
  await expect(
    page.getByRole('row').filter({ hasText: 'First1959 Last1959' }).locator('[data-col="job_title"]'),
  ).toBeFocused();

  // Only rows around the view are rendered. Those of a range stay, so all of it is copied.
  expect(await page.locator('[data-row-index]').count()).toBeLessThan(50);
  await page.keyboard.press('Home');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+PageDown');
  await expect(page.getByText('41 cells selected')).toBeAttached();
  await page.keyboard.press('Control+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (let n = 1959; n < 2000; n += 1) expect(copied).toContain(`First${n} Last${n}`);
  await expect(page.getByRole('row').filter({ hasText: 'First1999 Last1999' })).toHaveAttribute(
    'aria-rowindex',
    '2001',
  );

  // Another order begins at its top; the choice stays on the next visit.
  await page.getByRole('button', { name: 'Seats', exact: true }).click();
  await expect(page.getByText('First0 Last0', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('First0 Last0', { exact: true })).toBeVisible();
  await grid.evaluate((table) => table.parentElement?.scrollTo(0, 44 * 1000));
  await expect(page.getByText('First1003 Last1003', { exact: true })).toBeVisible();
});

const headings = (page: Page) =>
  page
    .locator('th[data-column]')
    .evaluateAll((headers) => headers.map((header) => (header as HTMLElement).dataset.column));

test('columns are moved by mouse and by keyboard, kept by a view, and exports follow them @long', async ({ page }) => {
  await signUp(page);
  await openList(page, await fillList(page));
  const before = await headings(page);
  expect(before.slice(0, 3)).toEqual(['name', 'job_title', 'company_name']);
  const headOf = (column: string) => page.locator(`th[data-column="${column}"]`);

  // By mouse: the release of a drag sorts nothing, and Escape puts the column back.
  const drag = async (column: string, to: string) => {
    const [from, target] = [await headOf(column).boundingBox(), await headOf(to).boundingBox()];
    if (!from || !target) throw new Error('no header');
    await page.mouse.move(from.x + 30, from.y + 18);
    await page.mouse.down();
    await page.mouse.move(target.x + 8, target.y + 18, { steps: 8 });
  };
  await expect(page.getByRole('button', { name: 'Menu of column Company' })).toBeAttached();
  await drag('company_name', 'job_title');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await headings(page)).toEqual(before);
  await drag('company_name', 'job_title');
  await page.mouse.up();
  await expect.poll(async () => (await headings(page)).slice(0, 3)).toEqual(['name', 'company_name', 'job_title']);
  await expect(headOf('company_name')).not.toHaveAttribute('aria-sort', 'ascending');

  // By keyboard: the menu, then the arrow keys of its button.
  await page.getByRole('button', { name: 'Menu of column Job title' }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Move right' }).press('Enter');
  await expect.poll(async () => (await headings(page)).indexOf('job_title')).toBe(3);
  await page.getByRole('button', { name: 'Menu of column Job title' }).press('ArrowLeft');
  const moved = ['name', 'company_name', 'job_title', ...before.slice(3)];
  await expect.poll(() => headings(page)).toEqual(moved);

  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Companies first');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'Companies first', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.getByRole('button', { name: 'All leads' }).click();
  await expect.poll(() => headings(page)).toEqual(before);
  await page.getByRole('button', { name: 'Companies first', exact: true }).click();
  await expect.poll(() => headings(page)).toEqual(moved);
  await page.reload();
  await expect.poll(() => headings(page)).toEqual(moved);

  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Only the columns shown' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'All 30 leads' }).click();
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8').split('\n')[0]).toContain('First name,Last name,Company name');
});
