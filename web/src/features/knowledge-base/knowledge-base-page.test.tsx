// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, show } from '../../lib/testing/show.tsx';
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
  version: 1,
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
let refused: Response | undefined;

beforeEach(async () => {
  sent = [];
  refused = undefined;
  await show(<KnowledgeBasePage />, {
    'GET /organization/': { data: stored },
    'PUT /organization/': ({ body }) => {
      sent.push(body);
      return refused ?? { data: stored };
    },
    'POST /organization/read-website/': { pages_read: 2, suggestions },
  });
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
  expect(sent).toEqual([{ case_studies: 'Acme', version: 1 }]);
});

test('a blank name and a refused save keep what was written', async () => {
  const name = (await screen.findByLabelText('Company name')) as HTMLInputElement;
  fireEvent.change(name, { target: { value: ' ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a name')).toBeTruthy();
  expect(sent).toEqual([]);
  refused = refusal(503, 'unavailable', 'Not now.');
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
  expect(sent).toEqual([{ website_url: 'ring.example', case_studies: 'Acme saved a day a week.', version: 1 }]);
});

test('what a colleague wrote into the same field is shown before it is overwritten; the rest is kept with both', async () => {
  const field = await screen.findByLabelText('Case studies');
  const refuse = (current: object) => {
    const details = { changed_by: 'Maria', changed_at: '2026-11-20T10:00:00.000Z' };
    const data = { ...stored, version: 2, ...current };
    refused = Response.json({ code: 'changed_meanwhile', error: '', details, current: { data } }, { status: 409 });
  };
  refuse({ case_studies: 'Hers' });
  fireEvent.change(field, { target: { value: 'Mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: /^Maria changed this on .+ at/ });
  expect(dialog.textContent).toContain('Case studiesTheirsHersYoursMine');
  refused = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await screen.findByText('Organization updated');
  expect(sent).toEqual([
    { case_studies: 'Mine', version: 1 },
    { case_studies: 'Mine', version: 2 },
  ]);
});
