// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeAt } from '../../lib/testing/show.tsx';
import { ToastHost } from '../../ui/feedback/toast-host.tsx';
import { KnowledgeBasePage } from './knowledge-base-page.tsx';

const stored: Record<string, unknown> = {
  name: 'Ring Ltd',
  website_url: null,
  annual_revenue: null,
  employee_count: 12,
  product_description: 'Rings.',
  usp_description: null,
  case_studies: null,
  icp_description: null,
  pain_points: null,
  objections: null,
  competitors: null,
};
const suggestions = [
  {
    field: 'case_studies',
    text: 'Acme saved a day a week.',
    page_url: 'https://ring.example/cases',
    page_title: 'Cases',
  },
  { field: 'product_description', text: 'Rings for ships.', page_url: 'https://ring.example/', page_title: 'Ring' },
];
let sent: unknown[];
let refusal: Response | undefined;

beforeEach(async () => {
  // Fields that grow with their text listen for fonts, which this document does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  sent = [];
  refusal = undefined;
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'POST') return Response.json({ pages_read: 2, suggestions });
    if (method !== 'PUT') return Response.json({ data: stored });
    sent.push(JSON.parse(String(body)));
    return refusal ?? Response.json({ data: stored });
  });
  const { page } = await placeAt('/', <KnowledgeBasePage />);
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {page}
        <ToastHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what is thin is marked until it is written, and only what was changed is sent', async () => {
  const field = await screen.findByLabelText('Case studies');
  expect(screen.getByText('No case studies yet: drafts stay general.')).toBeTruthy();
  expect(screen.queryByText("Not described yet: drafts can't say what you offer.")).toBeNull();
  fireEvent.change(field, { target: { value: 'Acme' } });
  expect(screen.queryByText('No case studies yet: drafts stay general.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Organization updated');
  expect(sent).toEqual([{ case_studies: 'Acme' }]);
});

test('a blank name and a refused save keep what was written', async () => {
  const name = (await screen.findByLabelText('Company name')) as HTMLInputElement;
  fireEvent.change(name, { target: { value: ' ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a name')).toBeTruthy();
  expect(sent).toEqual([]);
  refusal = Response.json({ code: 'unavailable', error: 'Not now.' }, { status: 503 });
  fireEvent.change(name, { target: { value: 'Rings & Co' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Not now.');
  expect(name.value).toBe('Rings & Co');
});

test('text put back as it was is no change', async () => {
  const name = (await screen.findByLabelText('Company name')) as HTMLInputElement;
  const save = screen.getByRole('button', { name: 'Save', hidden: true }) as HTMLButtonElement;
  fireEvent.change(name, { target: { value: 'Other' } });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.change(name, { target: { value: 'Ring Ltd' } });
  await waitFor(() => expect(save.disabled).toBe(true));
});

test('the website is read once it is known, and what it says is taken over field by field', async () => {
  const button = (await screen.findByRole('button', { name: 'Read my website' })) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Website'), { target: { value: 'ring.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Read my website' }));
  await screen.findByText('Read 2 pages. Use what fits.');
  expect(screen.getByRole('link', { name: 'From Cases' }).getAttribute('href')).toBe('https://ring.example/cases');
  expect(screen.getByText('Replace mine')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use this for Case studies' }));
  expect((screen.getByLabelText('Case studies') as HTMLTextAreaElement).value).toBe('Acme saved a day a week.');
  expect((screen.getByLabelText('Product or service') as HTMLTextAreaElement).value).toBe('Rings.');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Organization updated');
  expect(sent).toEqual([{ website_url: 'ring.example', case_studies: 'Acme saved a day a week.' }]);
});

test('what a colleague wrote into the same field is shown before it is overwritten; the rest is kept with both', async () => {
  const field = await screen.findByLabelText('Case studies');
  const refuse = (current: object) => {
    const details = { changed_by: 'Maria', changed_at: '2026-11-20T10:00:00.000Z' };
    const data = { ...stored, version: 2, ...current };
    refusal = Response.json({ code: 'changed_meanwhile', error: '', details, current: { data } }, { status: 409 });
  };
  refuse({ case_studies: 'Hers' });
  fireEvent.change(field, { target: { value: 'Mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: /^Maria changed this on .+ at/ });
  expect(dialog.textContent).toContain('Case studiesTheirsHersYoursMine');
  refusal = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await screen.findByText('Organization updated');
  expect(sent).toEqual([{ case_studies: 'Mine' }, { case_studies: 'Mine', version: 2 }]);
});
