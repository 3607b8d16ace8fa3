// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AnswerEditor } from './answer-editor.tsx';

const saving = vi.hoisted(() => ({ isPending: false, mutate: vi.fn() }));
vi.mock('./use-edit-answer.ts', () => ({ useEditAnswer: () => saving }));
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
// The field that grows with its text waits for fonts, which this DOM does not know.
Object.defineProperty(document, 'fonts', { value: { addEventListener: () => {}, removeEventListener: () => {} } });

afterEach(cleanup);

const onClose = vi.fn();

function edit(output_type: EnrichmentPrompt['output_type']) {
  return render(
    <MantineProvider env="test">
      <AnswerEditor
        task={{ id: 7, output_type } as EnrichmentPrompt}
        lead={{ id: 5 } as Prospect}
        leadName="Ada"
        answer={undefined}
        cell={createRef()}
        onClose={onClose}
      />
    </MantineProvider>,
  );
}

test('Enter saves; the field is not disabled meanwhile, so that a refused answer is corrected or left with Escape', () => {
  const { unmount } = edit('NUMBER');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '42' } });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
  expect(saving.mutate).toHaveBeenCalledExactlyOnceWith(42);
  unmount();
  saving.isPending = true;
  edit('NUMBER');
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  expect([field.disabled, field.readOnly]).toEqual([false, true]);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

test('a box that is being saved is not ticked over', () => {
  saving.isPending = true;
  edit('BOOLEAN');
  const box = screen.getByRole<HTMLInputElement>('checkbox');
  fireEvent.click(box);
  expect([box.disabled, box.checked]).toEqual([false, false]);
});
