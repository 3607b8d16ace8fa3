// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { inOrder, press, refusal, show } from '../../lib/testing/show.tsx';
import { ListBasis, ListBasisDialog } from './list-basis.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const list = { id: 4, name: 'Fair' };
const consent = { basis: 'consent', note: 'Form 7', given_on: '2026-11-02' };
const PATH = 'GET /privacy/lists/4/basis/';

test('an import says the basis of its list, and managers change it', async () => {
  const answers = { [PATH]: { basis: consent }, 'PUT /privacy/lists/4/basis/': { success: true } };
  const { sent } = await show(<ListBasis list={list} />, answers, { role: 'USER' });
  expect(await screen.findByText(/^Legal basis of these leads: Consent/)).toBeTruthy();
  expect(screen.getByText(/Form 7/)).toBeTruthy();
  await press('Change the legal basis');
  const dialog = within(await screen.findByRole('dialog', { name: 'Legal basis of Fair' }));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Legal basis' }));
  fireEvent.click(await screen.findByRole('option', { name: 'As set for the organization' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PUT /privacy/lists/4/basis/')).toMatchObject([{ basis: null, given_on: null }]));
});

test('a list without its own has that of the organization, and others only read it', async () => {
  await show(<ListBasis list={list} />, { [PATH]: { basis: null } }, { role: 'RESTRICTED' });
  expect(await screen.findByText('Legal basis of these leads: as set for the organization')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a basis that could not be loaded is asked for again', async () => {
  const answer = inOrder(refusal(500, 'internal', 'Something went wrong.'), { basis: null });
  await show(<ListBasisDialog list={list} onClose={() => {}} />, { [PATH]: () => answer() }, { role: 'USER' });
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('combobox', { name: 'Legal basis' })).toBeTruthy();
});
