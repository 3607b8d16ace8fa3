// @vitest-environment happy-dom
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { ResultEditor } from './result-editor.tsx';

afterEach(cleanup);

const onClose = vi.fn();
const saving = 'POST /enrichment/answer/create/';

/** The editor of a result; saving it takes for ever. */
function edit(output_type: EnrichmentPrompt['output_type']) {
  const task = { id: 7, output_type } as EnrichmentPrompt;
  const lead = { id: 5 } as Prospect;
  const cell = createRef<HTMLTableCellElement>();
  return show(
    <ResultEditor task={task} lead={lead} leadName="Ada" answer={undefined} cell={cell} onClose={onClose} />,
    { [saving]: () => new Promise<object>(() => {}) },
  );
}

test('Enter saves; a refused result can be corrected or left with Escape', async () => {
  const { sent } = await edit('NUMBER');
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(field, { target: { value: '42' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(sent(saving)).toEqual([{ prompt_id: 7, prospect_id: 5, answer: 42 }]));
  await waitFor(() => expect([field.disabled, field.readOnly]).toEqual([false, true]));
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

test('a box that is being saved is not ticked over', async () => {
  const { sent } = await edit('BOOLEAN');
  const box = screen.getByRole<HTMLInputElement>('checkbox');
  fireEvent.keyDown(box, { key: 'Enter' });
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBe('true'));
  expect(sent(saving)).toHaveLength(1);
  fireEvent.click(box);
  expect([box.disabled, box.checked]).toEqual([false, false]);
});

test('leaving an untouched box saves nothing', async () => {
  onClose.mockClear();
  const { sent } = await edit('BOOLEAN');
  fireEvent.pointerDown(document.body);
  fireEvent.mouseDown(document.body);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(saving)).toEqual([]);
});
