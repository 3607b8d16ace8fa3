// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EmailForm } from './email-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a server error about the new address appears at its field', async () => {
  const refused = { code: 'validation_failed', error: 'Please check the highlighted fields.' };
  const details = { new_email: 'Please enter a valid email address.' };
  vi.stubGlobal('fetch', async () => Response.json({ ...refused, details }, { status: 400 }));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <EmailForm email="ada@example.com" pending={null} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const field = screen.getByLabelText('New email');
  fireEvent.change(field, { target: { value: 'foo' } });
  fireEvent.change(screen.getByLabelText('Current password'), { target: { value: 'secret-word' } });
  fireEvent.click(screen.getByRole('button', { name: 'Update email' }));
  expect(await screen.findByText(details.new_email)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
