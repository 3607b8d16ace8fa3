// @vitest-environment happy-dom

import type { AiSegment } from '@overture/contract/ai-segments';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, isDisabled, press, show } from '../../lib/testing/show.tsx';
import { SnippetsDialog } from './snippets-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const segment = (id: number, name: string, organization_id: number | null): AiSegment => ({
  id,
  name,
  instructions: 'Say it.',
  amount_of_sentences: 1,
  enrichment_sources: [11],
  organization_id,
  cost_per_lead: 1,
});
const builtIn = segment(1, 'Opening line', null);

function open(...own: AiSegment[]) {
  let segments = [builtIn, ...own];
  const onInsert = vi.fn();
  const shown = show(<SnippetsDialog campaignId={7} onInsert={onInsert} onClose={() => {}} />, {
    'GET /campaigns/ai-segments/': () => ({
      segments: segments.map((own) => ({ ...own, may_delete: own.organization_id !== null })),
      agency_segments: [segment(9, 'From the agency', null)],
    }),
    'POST /campaigns/ai-segments/agency/9/copy/': () => {
      segments = [builtIn, segment(3, 'From the agency', 4)];
      return { segment: segments[1] };
    },
    'POST /campaigns/ai-segments/': ({ body }) => {
      const made = { ...segment(2, '', 4), ...(body as object) };
      segments = [builtIn, made];
      return { segment: made };
    },
    'DELETE /campaigns/ai-segments/': () => {
      segments = [builtIn];
      return { success: true };
    },
    'GET /enrichment/used-prompts/': [{ id: 11, name: 'What does the company do?', cost_per_lead: 1 }],
    'POST /campaigns/7/ai-segments/enrichment-costs/': { enrichment_costs: 1, target_prospects: 1 },
  });
  return { onInsert, shown };
}

test('a snippet needs a name, instructions and a source, and is inserted', async () => {
  const { onInsert, shown } = open();
  expect(await screen.findByText("You haven't created any snippets yet.")).toBeTruthy();
  await press('Create snippet');
  const form = within(await screen.findByRole('dialog', { name: 'New snippet' }));
  const save = form.getByRole('button', { name: 'Save snippet' });
  expect(isDisabled(save)).toBe(true);
  fill(form.getByRole('textbox', { name: 'Name' }), 'What they make');
  fill(form.getByRole('textbox', { name: 'Instructions' }), 'Say which software the company makes.');
  expect(isDisabled(save)).toBe(true);
  await press(/What does the company do/, 'checkbox');
  expect(await form.findByText(/^At most 1 credits? for the 1 lead/)).toBeTruthy();
  await press('Save snippet');
  await press('Insert What they make');
  expect(onInsert.mock.calls.map(([given]) => given.name)).toEqual(['What they make']);
  const { sent } = await shown;
  expect(sent('POST /campaigns/ai-segments/')).toEqual([
    {
      name: 'What they make',
      instructions: 'Say which software the company makes.',
      amount_of_sentences: 1,
      enrichment_sources: [11],
    },
  ]);
});

test('a snippet that is being written is not lost to Back: leaving asks first', async () => {
  open();
  await screen.findByText("You haven't created any snippets yet.");
  await press('Create snippet');
  const form = within(await screen.findByRole('dialog', { name: 'New snippet' }));
  fill(form.getByRole('textbox', { name: 'Name' }), 'What they make');
  await press('Back');
  expect(await screen.findByText('Discard your changes?')).toBeTruthy();
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('What they make');
});

test('one is deleted only after a question; built-in ones have no actions', async () => {
  const { shown } = open(segment(2, 'Old one', 4));
  await press('Actions for Old one');
  expect(screen.getAllByRole('button', { name: /^Actions for / })).toHaveLength(1);
  await press('Delete', 'menuitem');
  expect(await screen.findByText('Are you sure you want to delete this snippet?')).toBeTruthy();
  const { sent } = await shown;
  expect(sent('DELETE /campaigns/ai-segments/')).toEqual([]);
  await press('Delete');
  expect(await screen.findByText("You haven't created any snippets yet.")).toBeTruthy();
  await waitFor(() => expect(sent('DELETE /campaigns/ai-segments/')).toEqual([{ id: 2 }]));
});

test('one that the agency shares is read, copied, and then inserted as an own one', async () => {
  const { onInsert } = open();
  const shared = within(await screen.findByRole('region', { name: 'Shared by your agency' }));
  expect(shared.getByText('Say it.')).toBeTruthy();
  expect(shared.queryByRole('button', { name: /^(Insert|Actions)/ })).toBeNull();
  await press('Copy From the agency');
  await screen.findByText('From the agency is now one of your snippets.');
  await press('Insert From the agency');
  expect(onInsert.mock.calls.map(([given]) => given.id)).toEqual([3]);
});
