// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { draftOfStep } from '../step-draft.ts';
import { Preview } from './preview.tsx';

afterEach(() => {
  isPlain = false;
  cleanup();
  vi.unstubAllGlobals();
});

const step = {
  id: 9,
  step_type: 'LINKEDIN_MESSAGE',
  subject_line: null,
  message: 'Hi {{first_name}}, as {{job_title}}',
  placeholder_message: null,
  message_b: null,
  more_variants: [],
  subject_line_b: null,
  placeholder_message_b: null,
  delay_in_hours: 0,
  attachments: [],
};
const lead = (id: number) => ({
  id,
  first_name: `Lead${id}`,
  last_name: 'Visser',
  email: null,
  linkedin_profile_url: null,
  company: { name: 'Acme' },
  senders: [],
});
const TOTAL = 30;
const page = (number: number) =>
  Array.from({ length: number === 1 ? 25 : 5 }, (_, index) => lead((number - 1) * 25 + index + 1));

let isPlain = false;
async function open(shown: object = step, settings: object = {}) {
  return show(
    <Preview
      campaign={{ id: 7, email_account_id: null, plain_text_only: false, ...settings }}
      step={shown as never}
      draft={draftOfStep(shown as never)}
      variant="a"
    />,
    {
      'GET /campaigns/7/prospects/': ({ query }) => ({
        prospects: page(Number(query.page)),
        total_prospects: TOTAL,
      }),
      'GET /campaigns/7/data-problems/leads/': {
        leads: [{ prospect_id: 12, first_name: 'Lead12', last_name: 'Visser' }],
        total: 1,
      },
      'GET /campaigns/prospects/12/': { prospect: lead(12) },
      'POST /campaigns/7/steps/9/preview/': ({ body }) => {
        const id = (body as { prospect_id: number }).prospect_id;
        return {
          is_plain: isPlain,
          message: `Hi Lead${id}, as ${id === 12 ? '[Job title]' : 'a leader'}`,
          subject_line: '',
          html: '',
          variant: 'a',
          used_fallback: false,
          missing: id === 12 ? ['job_title'] : [],
          gaps: id === 12 ? ['[Job title]'] : [],
          stand_ins: id === 2 ? [{ field: 'job_title', words: 'a leader' }] : [],
          problem: null,
          snippets: [],
        };
      },
    },
    { id: 1, role: 'ADMIN', organization: { branding_settings: {} } },
  );
}

const press = (key: string) => fireEvent.keyDown(window, { key });
const text = (words: string) =>
  screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === words);

test('J and K move across pages of leads; substitutes are marked', async () => {
  await open();
  expect(await text('Hi Lead1, as a leader')).toBeTruthy();
  press('k');
  press('j');
  expect(await text('Hi Lead2, as a leader')).toBeTruthy();
  expect(await screen.findByText('“a leader” is used as the job title.')).toBeTruthy();
  expect(screen.getByText('a leader').tagName).toBe('MARK');
  for (let step = 2; step < 26; step += 1) press('j');
  expect(await text('Hi Lead26, as a leader')).toBeTruthy();
  expect(screen.getByText('26 of 30')).toBeTruthy();
  for (let step = 0; step < 10; step += 1) press('j');
  expect(await text('Hi Lead30, as a leader')).toBeTruthy();
});

test('only leads with problems, what they lack in red; a key typed into a field stays text', async () => {
  await open();
  expect(await text('Hi Lead1, as a leader')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Only leads with problems'));
  expect(await text('Hi Lead12, as [Job title]')).toBeTruthy();
  expect(screen.getByText('[Job title]').tagName).toBe('MARK');
  expect(screen.getByText('1 of 1')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Only leads with problems'));
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Preview for' }), { key: 'j' });
  await waitFor(() => expect(screen.getByText('1 of 30')).toBeTruthy());
});

test('a campaign of plain text shows no formatting', async () => {
  await open({ ...step, step_type: 'EMAIL' }, { plain_text_only: true });
  expect(await text('Hi Lead1, as a leader')).toBeTruthy();
  expect(screen.getByText(/^This campaign sends plain text only/)).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'Desktop' })).toBeNull();
  expect(document.querySelector('iframe')).toBeNull();
});

test('a first email of plain text shows no formatting and says why', async () => {
  isPlain = true;
  await open({ ...step, step_type: 'EMAIL' });
  expect(await text('Hi Lead1, as a leader')).toBeTruthy();
  expect(await screen.findByText(/^The first email of this campaign is plain text/)).toBeTruthy();
  expect(document.querySelector('iframe')).toBeNull();
});

test('an email is shown as wide as a phone, and as the text that is sent beside it', async () => {
  await open({ ...step, step_type: 'EMAIL' });
  await screen.findByRole('radio', { name: 'Desktop' });
  const paper = () => document.querySelector('[data-phone]');
  expect(paper()).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Phone' }));
  await waitFor(() => expect(paper()).not.toBeNull());
  expect(document.querySelector('iframe')).not.toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Plain text' }));
  expect(await text('Hi Lead1, as a leader')).toBeTruthy();
  expect([paper(), document.querySelector('iframe')]).toEqual([null, null]);
});
