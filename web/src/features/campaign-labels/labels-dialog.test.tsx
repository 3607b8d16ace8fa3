// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { CampaignLabelsDialog } from './labels-dialog.tsx';

interface Label {
  id: number;
  name: string;
  color: string;
}
const priority: Label = { id: 4, name: 'Priority', color: '#6b7280' };
/** Labels of the organization, and which campaigns carry them. */
let labels: Label[];
let mayDelete: boolean;
let carriers: number[];

beforeEach(() => {
  labels = [];
  mayDelete = true;
  carriers = [];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answers: Answers = {
  'GET /labels/': () => ({ labels: labels.map((label) => ({ ...label, may_delete: mayDelete })) }),
  'GET /campaigns/': () => ({
    campaigns: [1, 2].map((id) => ({ id, name: `C${id}`, labels: carriers.includes(id) ? labels : [] })),
  }),
  'POST /labels/': ({ body }) => {
    const { name } = body as Label;
    if (labels.some((label) => label.name.toLowerCase() === name.toLowerCase()))
      return refusal(400, 'label_exists', 'Taken');
    labels = [{ ...priority, name }];
    return { label: labels[0] };
  },
  'PUT /labels/4/': ({ body }) => {
    labels = [{ ...priority, ...(body as object) }];
    return { label: labels[0] };
  },
  'DELETE /labels/4/': () => {
    labels = [];
    return { success: true };
  },
  'POST /campaigns/labels/bulk/add/': ({ body }) => {
    carriers = [...carriers, ...(body as { campaign_ids: number[] }).campaign_ids];
    return { success: true };
  },
};

test('a new label is assigned; a taken name is refused in any case', async () => {
  const { sent } = await show(
    <CampaignLabelsDialog campaigns={[{ id: 1, name: 'North' }]} onClose={() => {}} />,
    answers,
  );
  expect(await screen.findByText('No labels created yet')).toBeTruthy();
  fill(screen.getByLabelText('New label'), 'Priority');
  await press('Create label');
  expect(await screen.findByText('All labels are assigned')).toBeTruthy();
  await waitFor(() => expect(sent('POST /campaigns/labels/bulk/add/')).toEqual([{ campaign_ids: [1], label_id: 4 }]));
  fill(screen.getByLabelText('New label'), 'PRIORITY');
  await press('Create label');
  expect(await screen.findByText('Label name already exists')).toBeTruthy();
});

test('several campaigns show common labels, which can be added, renamed, deleted', async () => {
  labels = [priority];
  carriers = [1];
  const { sent } = await show(<CampaignLabelsDialog campaigns={[{ id: 1 }, { id: 2 }]} onClose={() => {}} />, answers);
  expect(await screen.findByText('No common labels across selected campaigns')).toBeTruthy();
  await press('Add label Priority');
  expect(await screen.findByRole('button', { name: 'Remove label Priority' })).toBeTruthy();
  expect(sent('POST /campaigns/labels/bulk/add/')).toEqual([{ campaign_ids: [1, 2], label_id: 4 }]);
  await press('Edit label Priority');
  fill(screen.getByLabelText('Label name'), 'Urgent');
  await press('Save');
  expect(await screen.findByRole('button', { name: 'Remove label Urgent' })).toBeTruthy();
  await press('Edit label Urgent');
  await press('Delete label');
  const asked = within(await screen.findByRole('dialog', { name: 'Delete “Urgent”?' }));
  expect(sent('DELETE /labels/4/')).toEqual([]);
  asked.getByRole('button', { name: 'Delete label' }).click();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete “Urgent”?' })).toBeNull());
  expect(await screen.findByText('No labels created yet')).toBeTruthy();
});

test('who may not delete a label renames it, and is not offered to delete it', async () => {
  labels = [priority];
  mayDelete = false;
  await show(<CampaignLabelsDialog campaigns={[{ id: 1 }]} onClose={() => {}} />, answers);
  await press('Edit label Priority');
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete label' })).toBeNull();
});
