// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EmailLinkForm } from './email-link-form.tsx';

function open(code: string | undefined, kind: 'confirm' | 'factor' = 'confirm') {
  const routeTree = createRootRoute({ component: () => <EmailLinkForm kind={kind} code={code} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const answer = (status: number, code: string) =>
  vi.stubGlobal('fetch', async () => Response.json({ error: code, code }, { status }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a link without its code offers nothing to press', async () => {
  open(undefined);
  expect(await screen.findByText('The link is not valid anymore.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a link that is used up offers nothing more to press, a busy server does', async () => {
  answer(503, 'busy');
  open('1234');
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm email' }));
  expect(await screen.findByText('busy')).toBeTruthy();
  answer(400, 'link_invalid');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm email' }));
  expect(await screen.findByText('link_invalid')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('undoing a factor that was added says what was removed', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ removed: ['the passkey "Laptop"', 'the recovery codes'] }));
  open('1234', 'factor');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo it' }));
  expect(await screen.findByText(/Removed: the passkey "Laptop", the recovery codes\. Every device/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
