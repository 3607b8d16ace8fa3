// @vitest-environment happy-dom
import type { SecurityEventItem } from '@overture/contract/security-log';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { SecurityLogPage } from './security-log-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const changed: SecurityEventItem = {
  id: 1,
  event: 'setting_changed',
  outcome: 'success',
  user: { id: 4, name: 'Ada Jansen', email: 'ada@acme.example' },
  actor: null,
  api_key: null,
  is_outside_actor: false,
  outside_actor_name: null,
  ip: '8.8.8.8',
  country: 'US',
  device: null,
  subject: null,
  reason: null,
  repeats: 1,
  occurred_at: '2026-11-21T10:00:00Z',
};
const refused: SecurityEventItem = {
  ...changed,
  id: 2,
  event: 'foreign_origin',
  outcome: 'refused',
  reason: 'PUT /user/name/',
};

test('the log says what happened, is narrowed down, opened, and says when nothing matches', async () => {
  const { asked } = await show(<SecurityLogPage />, {
    'GET /organization/security-events/': ({ query }) => {
      const events = [changed, refused].filter(
        ({ outcome }) => !query.from_day && (!query.outcome || outcome === query.outcome),
      );
      return { events, total_events: events.length, people: [] };
    },
  });
  expect(await screen.findByText('Setting changed')).toBeTruthy();
  expect(screen.getByText('Request from another site refused')).toBeTruthy();
  await press('Filters');
  fireEvent.click(await screen.findByRole('combobox', { name: 'Outcome' }));
  await press('Refused', 'option');
  await press('Apply filters');
  await waitFor(() => expect(screen.queryByText('Setting changed')).toBeNull());
  fireEvent.click(screen.getByText('Request from another site refused'));
  expect(await screen.findByText('PUT /user/name/')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await press('Filters, 1 active');
  fill(await screen.findByLabelText('From'), '2030-01-01');
  await press('Apply filters');
  expect(await screen.findByText('No event matches these filters')).toBeTruthy();
  expect(asked.at(-1)?.query).toEqual({ page: '1', outcome: 'refused', from_day: '2030-01-01' });
});

test('a log that cannot be loaded says so', async () => {
  await show(<SecurityLogPage />, {
    'GET /organization/security-events/': refusal(500, 'internal', 'Something went wrong.'),
  });
  expect(await screen.findByText("Couldn't load the security log.")).toBeTruthy();
});
