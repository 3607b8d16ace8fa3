// @vitest-environment happy-dom
import { Menu } from '@mantine/core';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { RunAmounts } from './run-entries.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what is known costs nothing: no amount costs more than the estimate', async () => {
  const estimate = {
    ...{ chosen: 40, known: 25, tried: 0, to_look_up: 15 },
    ...{ most_credits: 45, likely_credits: null, found_percent: null },
  };
  await show(
    <Menu opened>
      <Menu.Dropdown>
        <RunAmounts
          costPerLead={3}
          isLookup
          count={{ data: { unenriched_count: 40, estimate }, isError: false }}
          noneText=""
          onRun={() => {}}
        />
      </Menu.Dropdown>
    </Menu>,
    {},
    { organization: { email_credits: 100 } },
  );
  await screen.findByText(/At most 45 credits/);
  const costs = screen.getAllByRole('menuitem').map((one) => /up to \d+ credits/.exec(one.textContent ?? '')?.[0]);
  expect(costs).toEqual(['up to 45 credits', 'up to 45 credits', 'up to 30 credits']);
});
