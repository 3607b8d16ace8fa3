// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { ImportCheck } from '@overture/contract/address-checks';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ImportCheckLine } from './import-check-line.tsx';

afterEach(cleanup);

function show(change: Partial<ImportCheck>, onChange?: (id: number, to: string) => void) {
  const check: ImportCheck = {
    import_id: 7,
    file_name: 'leads.csv',
    state: 'checking',
    reason: '',
    total: 1200,
    is_collected: true,
    checked: 300,
    invalid: 1,
    risky: 2,
    ...change,
  };
  render(
    <MantineProvider>
      <ImportCheckLine check={check} onChange={onChange} />
    </MantineProvider>,
  );
}

test('checks under way say how far they are and what they cost, and can be stopped', () => {
  const onChange = vi.fn();
  show({}, onChange);
  expect(
    screen.getByText('300 of 1,200 checked · 1 does not exist · 2 may not exist · no credits charged'),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(onChange).toHaveBeenCalledWith(7, 'stop');
});

test('paused ones say why and can be resumed by users who may', () => {
  const onChange = vi.fn();
  const paused = { state: 'paused', reason: 'The verifications of the Hunter account are used up.' } as const;
  show(paused, onChange);
  expect(screen.getByText(/verifications of the Hunter account are used up\. Continue once/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(onChange).toHaveBeenCalledWith(7, 'continue');
  cleanup();
  show(paused);
  expect(screen.queryByRole('button')).toBeNull();
});
