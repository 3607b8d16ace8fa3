import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ADMIN_EMAIL } from '../../../e2e/support/installation.ts';
import { newPerson, signUp } from '../../../e2e/support/person.ts';
import { overture, startInstallation, stopInstallation } from '../world/own-installation.ts';
import { test } from './walker.ts';

test('restoring a backup', async ({ browser, walker, viewport, colorScheme }) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'overture-walk-'));
  const settings = { ADMIN_EMAIL, SAMPLE_LEADS: '1000', LOG_LEVEL: 'info' };
  const archive = join(folder, 'walk.tar');
  try {
    const first = await startInstallation(join(folder, 'first'), settings);
    const context = await browser.newContext({ baseURL: first.url, viewport, colorScheme });
    const person = await signUp(await context.newPage(), { ...newPerson('Olga Operator'), email: ADMIN_EMAIL });
    await overture(first.directory, 'backup', archive);
    await stopInstallation(first);
    await overture(join(folder, 'second'), 'restore', archive);
    const second = await startInstallation(join(folder, 'second'), settings);
    const restored = await browser.newContext({ baseURL: second.url, viewport, colorScheme });
    const page = await restored.newPage();
    await walker.watch(page);
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Sending is on hold.')).toBeVisible();
    await walker.look('the hold', { on: page });
    await page.getByRole('button', { name: 'Release sending' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await walker.look('the question', { on: page, dialog: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Release sending' }).click();
    await expect(page.getByText('Sending resumed')).toBeVisible();
    await expect(page.getByText('Sending is on hold.')).toBeHidden();
    await stopInstallation(second);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
