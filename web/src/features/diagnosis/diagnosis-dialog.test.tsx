// @vitest-environment happy-dom
import type { Diagnosis, DiagnosisCause } from '@overture/contract/diagnosis';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { inOrder, press, refusal, show } from '../../lib/testing/show.tsx';
import { DiagnosisDialog } from './diagnosis-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const cause = (given: Partial<DiagnosisCause>): DiagnosisCause => ({
  ...{ code: 'sender_held', text: 'The sender account ada@acme.example is disconnected', until: null, leads: null },
  ...{ cure: 'reconnect_sender', account_id: 7, campaign_id: null, campaign_name: null },
  sentence: { words: '', values: {} },
  ...given,
});
const diagnosis = (given: Partial<Diagnosis> = {}): { diagnosis: Diagnosis } => ({
  diagnosis: { state: 'stopped', checked_at: '2026-11-29T10:00:00.000Z', cause: cause({}), others: [], ...given },
});

const CALL = 'GET /campaigns/5/diagnosis/';

test('the first cause with its button comes first, the others below with their leads', async () => {
  const onClose = vi.fn();
  const onCure = vi.fn(() => true);
  const other = cause({ code: 'missing_data', text: 'Company is missing', leads: 3, cure: 'fill_data' });
  const found = diagnosis({ others: [other] });
  await show(<DiagnosisDialog of={{ campaign_id: 5 }} name="Spring" onClose={onClose} onCure={onCure} />, {
    [CALL]: found,
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Diagnosis: Spring' }));
  expect(await dialog.findByText('The sender account ada@acme.example is disconnected')).toBeTruthy();
  expect(dialog.getByText('Needs you')).toBeTruthy();
  expect(within(dialog.getByRole('listitem')).getByText('3 leads')).toBeTruthy();
  await press('Fill in data');
  expect(onCure).toHaveBeenCalledWith('fill_data');
  expect(onClose).toHaveBeenCalled();
});

test('a wait has no button where only time ends it, and an operator is named where they must act', async () => {
  const found = diagnosis({
    state: 'waiting',
    cause: cause({ code: 'delay', text: 'Leads wait for the delay of their next step', cure: null, leads: 1 }),
    others: [cause({ code: 'engine_late', text: 'The sending engine is late', cure: 'ask_operator' })],
  });
  await show(<DiagnosisDialog of={{ campaign_id: 5 }} name="Spring" onClose={() => {}} />, { [CALL]: found });
  expect(await screen.findByText('Waiting')).toBeTruthy();
  expect(screen.getByText('1 lead')).toBeTruthy();
  expect(screen.getByText('Ask the person who runs this installation.')).toBeTruthy();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(
    expect.arrayContaining(['Check again', 'Close']),
  );
  expect(screen.queryByRole('button', { name: /Open|Review|Fill/ })).toBeNull();
});

test('a failure says so, and can be tried again', async () => {
  const answers = inOrder(refusal(403, 'forbidden', 'No.'), diagnosis());
  await show(<DiagnosisDialog of={{ campaign_id: 5 }} name="Spring" onClose={() => {}} />, { [CALL]: answers });
  expect(await screen.findByText("Couldn't find the cause")).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('The sender account ada@acme.example is disconnected')).toBeTruthy();
});
