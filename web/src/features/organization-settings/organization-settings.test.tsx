// @vitest-environment happy-dom
import { switchesOf } from '@overture/domain/organization/settings';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../lib/testing/show.tsx';
import { SettingSwitches } from './index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settings = { read_by_model: true };

test('a page lists the switches declared for it; each explains its effect', async () => {
  let now = settings;
  const { sent } = await show(
    <SettingSwitches screen="security" />,
    {
      'GET /organization/settings/': () => now,
      'PATCH /organization/settings/': ({ body }) => {
        now = { ...now, ...(body as object) };
        return now;
      },
    },
    { role: 'USER' },
  );
  fireEvent.click(await screen.findByRole('switch', { name: /Let AI classify replies/ }));
  expect(await screen.findByText(/Generating a draft asks first/)).toBeTruthy();
  expect(sent('PATCH /organization/settings/')).toEqual([{ read_by_model: false }]);
  expect(screen.getAllByRole('switch')).toHaveLength(switchesOf('security').length);
});

test('settings that cannot be loaded offer a retry', async () => {
  await show(<SettingSwitches screen="security" />, {
    'GET /organization/settings/': refusal(500, 'internal', 'It broke.'),
  });
  expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeTruthy();
});
