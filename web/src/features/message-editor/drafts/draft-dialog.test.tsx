// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, show } from '../../../lib/testing/show.tsx';
import { DraftDialog } from './draft-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a draft says what it would replace, keeps what is offered, and is handed over only when it is chosen', async () => {
  const draft = { subject_line: 'Routing', message: 'Ich arbeite bei Northwind.' };
  const onSelect = vi.fn();
  const { sent } = await show(
    <DraftDialog campaignId={7} stepId={9} isOverwriting onSelect={onSelect} onClose={() => {}} />,
    {
      'GET /organization/': { data: { product_description: null, version: 4 } },
      'PUT /organization/': { data: {} },
      'POST /campaigns/7/steps/9/draft/': draft,
    },
    { role: 'ADMIN' },
  );
  const offer = await screen.findByRole('textbox', { name: 'What do you offer?' });
  expect(screen.queryByText(/replaces the text/)).toBeNull();
  fill(offer, 'We make routing software.');
  fireEvent.click(screen.getByRole('combobox', { name: 'Language' }));
  await press('German', 'option');
  await press('Generate');
  expect(await screen.findByText('Ich arbeite bei Northwind.')).toBeTruthy();
  expect(screen.getByText('Selecting this draft replaces the text in this step.')).toBeTruthy();
  expect(onSelect).not.toHaveBeenCalled();
  await press('Select draft');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(draft);
  expect(sent('PUT /organization/')).toEqual([{ product_description: 'We make routing software.', version: 4 }]);
  expect(sent('POST /campaigns/7/steps/9/draft/')).toEqual([{ language: 'de', tone_of_voice: expect.any(String) }]);
});
