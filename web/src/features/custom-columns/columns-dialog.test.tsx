// @vitest-environment happy-dom
import type { Listed } from '@overture/contract/endpoint';
import type { LeadColumn } from '@overture/contract/lead-columns';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildProspect } from '../../lib/testing/builders.ts';
import { refusal, show } from '../../lib/testing/show.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { CustomFields } from './custom-fields.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const column = (id: number, name: string, more: Partial<Listed<LeadColumn>> = {}): Listed<LeadColumn> => ({
  id,
  name,
  key: name.toLowerCase(),
  type: 'text',
  is_archived: false,
  version: 1,
  may_delete: true,
  ...more,
});
const seats = column(1, 'Seats', { type: 'number' });
const hostile = column(2, '<b>{{x}}</b>', { key: 'b_x_b' });
const LIST = 'GET /lead-columns/';

describe('the dialog', () => {
  const open = (answers: Parameters<typeof show>[1]) => show(<ColumnsDialog onClose={() => undefined} />, answers);

  test('lists columns with their variable names; names are plain text', async () => {
    await open({ [LIST]: { columns: [seats, hostile] } });
    expect(await screen.findByText('In messages: {{custom.seats}}')).toBeTruthy();
    expect(screen.getByDisplayValue('<b>{{x}}</b>')).toBeTruthy();
    expect(screen.getByText('2 of 100 columns')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Move Seats up' })).toHaveProperty('disabled', true);
  });

  test('says what to do where there is none, and that they could not be loaded', async () => {
    await open({ [LIST]: { columns: [] } });
    expect(await screen.findByText('No custom columns yet')).toBeTruthy();
    cleanup();
    await open({ [LIST]: refusal(500, 'internal', 'Something went wrong.') });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add column' })).toBeNull();
  });

  test('adds one; a name that is taken is said at the field', async () => {
    const { sent } = await open({
      [LIST]: { columns: [seats] },
      'POST /lead-columns/': refusal(400, 'lead_column_exists', 'There is already a column called “Seats”.'),
    });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name of the new column' }), {
      target: { value: 'Seats' },
    });
    fireEvent.change(screen.getByRole('combobox', { name: 'Type of the new column' }), { target: { value: 'number' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add column' }));
    expect(await screen.findByText('There is already a column called “Seats”.')).toBeTruthy();
    expect(sent('POST /lead-columns/')).toEqual([{ name: 'Seats', type: 'number' }]);
  });

  test('a hundred are the most', async () => {
    await open({ [LIST]: { columns: Array.from({ length: 100 }, (_, n) => column(n + 1, `C${n}`)) } });
    expect(await screen.findByText(/You.ve reached the limit of 100 custom columns/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add column' })).toBeNull();
  });

  test('a type that values do not fit is refused with their number', async () => {
    const words = 'The values of 2 leads don’t fit this type, for example “many”. Nothing was changed.';
    const { sent } = await open({
      [LIST]: { columns: [hostile] },
      'PATCH /lead-columns/2/': refusal(409, 'lead_values_unfit', words),
    });
    const type = await screen.findByRole('combobox', { name: 'Type of <b>{{x}}</b>' });
    fireEvent.change(type, { target: { value: 'number' } });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(sent('PATCH /lead-columns/2/')).toEqual([{ type: 'number', version: 1 }]);
    expect(type).toHaveProperty('value', 'text');
  });

  test('deleting counts first, and names the campaigns that would notice', async () => {
    const { sent } = await open({
      [LIST]: { columns: [seats] },
      'GET /lead-columns/1/use/': { leads: 1200, campaigns: [{ id: 4, name: 'Spring' }] },
      'DELETE /lead-columns/1/': { success: true },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Seats' }));
    const asking = await screen.findByRole('dialog', { name: 'Delete the column “Seats”?' });
    expect(await within(asking).findByText(/1,200 leads have a value in it/)).toBeTruthy();
    expect(within(asking).getByText(/use it in their messages: “Spring”/)).toBeTruthy();
    fireEvent.click(within(asking).getByRole('button', { name: 'Delete column' }));
    await waitFor(() => expect(sent('DELETE /lead-columns/1/')).toHaveLength(1));
  });
});

describe('in the panel of a lead', () => {
  const lead = buildProspect({ id: 7, custom: { seats: 1200, b_x_b: '<i>{% if %}</i>' } });

  test('values are shown as they are, and a change is saved with Enter', async () => {
    const onSaved = vi.fn();
    const { sent } = await show(<CustomFields lead={lead} onSaved={onSaved} />, {
      [LIST]: { columns: [seats, hostile, column(3, 'Old', { is_archived: true })] },
      'PATCH /prospects/7/update/': { prospect: { ...lead, custom: { seats: 13 } } },
    });
    expect(await screen.findByText('1,200')).toBeTruthy();
    expect(screen.getByText('<i>{% if %}</i>')).toBeTruthy();
    expect(screen.queryByText('Old')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Edit Seats' }));
    const field = screen.getByRole('textbox', { name: 'Seats of this lead' });
    fireEvent.change(field, { target: { value: '13' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent('PATCH /prospects/7/update/')).toEqual([{ custom: { seats: '13' } }]);
  });

  test('a value that is none of the type is said at the field, and what was typed stays', async () => {
    const details = { 'custom.seats': 'This is not a number.' };
    await show(<CustomFields lead={lead} onSaved={() => undefined} />, {
      [LIST]: { columns: [seats] },
      'PATCH /prospects/7/update/': refusal(400, 'validation_failed', 'Please check.', details),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Seats' }));
    const field = screen.getByRole('textbox', { name: 'Seats of this lead' });
    fireEvent.change(field, { target: { value: 'many' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await screen.findByText('This is not a number.')).toBeTruthy();
    expect(field).toHaveProperty('value', 'many');
  });
});
