// @vitest-environment happy-dom

import type { ChatMessage } from '@overture/contract/chats';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, refusal, show } from '../../../lib/testing/show.tsx';
import { message } from '../conversation.factory.tsx';
import { MessageFiles } from './message-files.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const file = (id: number, name: string, type: string, scan = 'not_scanned') => ({ id, name, type, size: 2048, scan });
const shown = message(8, {
  attachments: [
    file(1, 'notes.txt', 'text/plain'),
    file(2, 'invoice.exe', 'application/octet-stream'),
    file(3, 'data.zip', 'application/zip'),
    file(4, 'photo.png', 'image/png'),
  ],
}) as unknown as ChatMessage;

test('texts and images open in a viewer, arrow keys go through them, and what can run programs is marked', async () => {
  await show(<MessageFiles message={shown} />, {
    'GET /chats/1/attachments/1/preview/': new Response('Dear team'),
    'GET /chats/1/attachments/4/preview/': refusal(415, 'no_preview', "This file can't be shown here."),
  });
  screen.getByText('This kind of file can run programs. Open it only if you expected it.');
  screen.getByText('An archive can hide programs. Open it only if you expected it.');
  expect(screen.queryByRole('button', { name: 'Show invoice.exe' })).toBeNull();
  expect(screen.getByRole('link', { name: /invoice\.exe/ }).getAttribute('href')).toBe(
    '/api/v1/chats/1/attachments/2/',
  );
  await press('Show notes.txt');
  await screen.findByText('Dear team');
  screen.getByText('1 of 2');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await screen.findByText("This file can't be shown here. Download it.");
  screen.getByText('2 of 2');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('2 of 2')).toBeNull());
});

test('a preview that does not load can be tried again', async () => {
  let tries = 0;
  await show(<MessageFiles message={shown} />, {
    'GET /chats/1/attachments/1/preview/': () => {
      tries += 1;
      return tries === 1 ? refusal(503, 'unavailable', 'Try later.') : new Response('Dear team');
    },
  });
  await press('Show notes.txt');
  await screen.findByText("Couldn't load this file. Try again.");
  await press('Try again');
  await screen.findByText('Dear team');
});

test('each file says what the virus scanner found, and an infected one can be neither shown nor downloaded', async () => {
  const scanned = message(8, {
    attachments: [
      file(1, 'a.txt', 'text/plain', 'clean'),
      file(2, 'b.txt', 'text/plain', 'infected'),
      file(3, 'c.txt', 'text/plain', 'waiting'),
      file(4, 'd.txt', 'text/plain'),
    ],
  }) as unknown as ChatMessage;
  await show(<MessageFiles message={scanned} />, {});
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items.map((text, n) => [n, text])).toEqual([
    [0, expect.stringContaining('No virus found')],
    [1, expect.stringContaining('Blocked: a virus was found')],
    [2, expect.stringContaining('Not scanned for viruses yet')],
    [3, expect.stringMatching(/Not scanned for viruses$/)],
  ]);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Show b.txt' })).toBeNull();
  cleanup();
  await show(<MessageFiles message={{ ...scanned, sent_by_prospect: false }} />, {});
  expect(screen.queryByText('No virus found')).toBeNull();
});
