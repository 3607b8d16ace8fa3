// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, refusal, show } from '../../lib/testing/show.tsx';
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
let end: (answer: object) => void;
let answers: Answers;
let closed: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  closed = vi.fn<() => void>();
  const added = new Promise<object>((resolve) => {
    end = resolve;
  });
  answers = {
    'GET /campaigns/': { campaigns },
    'POST /campaigns/{}/check-duplicates/': { ...counts, excluded_domains_count: 0, suppressed_count: 0 },
    'POST /campaigns/{}/enrichment-costs/': { enrichment_costs: 0, lookups: [] },
    'POST /campaigns/{}/missing-data/': { has_missing_data: false },
    'POST /search/{}/prospects/add-to-campaign/': () => added,
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let address: () => string;

async function startAdding(): Promise<void> {
  const element = (
    <AddToCampaignDialog source={{ kind: 'search', id: 5 }} leads={{ amount: 3 }} count={3} onClose={closed} />
  );
  ({ address } = await show(element, answers, user, '/searches/5'));
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('radio', { name: /Spring/ }));
  const submit = await screen.findByRole('button', { name: 'Add to campaign' });
  await waitFor(() => expect(submit.hasAttribute('disabled')).toBe(false));
  fireEvent.click(submit);
  await screen.findByText('Adding 3 leads…');
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
  end(refusal(500, 'internal', 'It failed.'));
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
  await startAdding();
  if (readFor > 0) {
    end(Response.json({ added: 3 }));
    await vi.advanceTimersByTimeAsync(readFor);
  }
  cleanup();
  end(Response.json({ added: 3 }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(address()).toBe('/searches/5');
});
