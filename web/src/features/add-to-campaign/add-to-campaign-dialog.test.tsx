// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userQuery } from '../../lib/api/session.ts';
import { placeAt } from '../../lib/testing/show.tsx';
import { AddToCampaignDialog } from './add-to-campaign-dialog.tsx';

const campaigns = [
  { id: 1, name: 'Spring', status: 'DRAFT', total_prospects: 0 },
  { id: 2, name: 'Autumn', status: 'DRAFT', total_prospects: 0 },
];
const counts = { total_prospects: 3, will_be_added: 3, duplicate_count: 0, company_limit_count: 0 };
const user = {
  organization: { email_credits: 100, branding_settings: { campaign_creation_enabled: true } },
};
/** Lets the server answer that the leads are in, or that they are not. */
let end: (answer: Response) => void;
let closed: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  closed = vi.fn<() => void>();
  const added = new Promise<Response>((resolve) => {
    end = resolve;
  });
  const answers: Record<string, object> = {
    '/campaigns/': { campaigns },
    '/campaigns/5/check-duplicates/': { ...counts, excluded_domains_count: 0, suppressed_count: 0, locked_count: 0 },
    '/campaigns/5/enrichment-costs/': { enrichment_costs: 0, lookups: [] },
    '/campaigns/5/missing-data/': { has_missing_data: false },
  };
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.replace('/api/v1', '');
    if (path.endsWith('/add-to-campaign/')) return added;
    const answer = answers[path.replace(/\d+/, '5')] ?? answers[path];
    return answer ? Response.json(answer) : Response.json({ code: 'not_found', error: 'Not found' }, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let address: () => string;

async function startAdding(): Promise<() => void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(userQuery.queryKey, user as never);
  const placed = await placeAt(
    '/searches/5',
    <AddToCampaignDialog source={{ kind: 'search', id: 5 }} leads={{ amount: 3 }} count={3} onClose={closed} />,
  );
  address = placed.address;
  const { unmount } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>{placed.page}</QueryClientProvider>
    </MantineProvider>,
  );
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('radio', { name: /Spring/ }));
  const submit = await screen.findByRole('button', { name: 'Add to campaign' });
  await waitFor(() => expect(submit.hasAttribute('disabled')).toBe(false));
  fireEvent.click(submit);
  await screen.findByText('Adding 3 leads…');
  return unmount;
}

test('nothing else can be chosen while leads are added, and the button to leave does not promise to stop it', async () => {
  await startAdding();
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map(({ disabled, checked }) => [disabled, checked])).toEqual([
    [true, true],
    [true, false],
  ]);
  const switches = screen.getAllByRole<HTMLInputElement>('switch');
  expect(switches.map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(screen.getByRole('button', { name: /Create a blank campaign/ }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  end(Response.json({ code: 'internal', error: 'It failed.' }, { status: 500 }));
  expect(await screen.findByRole('button', { name: 'Cancel' })).toBeTruthy();
  expect(radios.every(({ disabled }) => !disabled)).toBe(true);
});

test('after the end the page goes to the campaign, a second later', async () => {
  await startAdding();
  end(Response.json({ added: 3 }));
  await vi.advanceTimersByTimeAsync(500);
  expect(address()).toBe('/searches/5');
  await vi.advanceTimersByTimeAsync(1000);
  expect(closed).toHaveBeenCalledOnce();
  expect(address()).toBe('/campaigns/1');
});

test.each([
  ['before the end', 0],
  ['in the second after it', 500],
])('who closed the dialog %s is left where they are', async (_, readFor) => {
  const close = await startAdding();
  if (readFor > 0) {
    end(Response.json({ added: 3 }));
    await vi.advanceTimersByTimeAsync(readFor);
  }
  close();
  end(Response.json({ added: 3 }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(address()).toBe('/searches/5');
});
