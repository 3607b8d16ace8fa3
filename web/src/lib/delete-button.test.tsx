// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DeleteButton } from './delete-button.tsx';

afterEach(cleanup);

test('it asks first, and a refusal is shown below the question', async () => {
  const remove = vi.fn(async () => Promise.reject(new Error('no answer')));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <DeleteButton
          label="Delete label"
          title="Delete “Warm”?"
          text="It leaves every lead."
          failed="Failed."
          remove={remove}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete label' }));
  expect(await screen.findByText('It leaves every lead.')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete label' }).at(-1)!);
  expect((await screen.findByRole('alert')).textContent).toBe('Failed.');
});
