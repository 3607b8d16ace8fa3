import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';
import { findUnguardedTexts } from './typed-text-law.ts';

test('every dialog and panel asks before it closes over a long text that is not saved', () => {
  expect(findUnguardedTexts(readSourceFiles(join(import.meta.dirname, '../..')))).toEqual([]);
});

test('a field without a guard, a guard that is not where it is said to be and an old exception are found', () => {
  const form = { path: 'web/src/features/x/form.tsx', text: '<Textarea value={text} />' };
  const dialog = { path: 'web/src/features/x/dialog.tsx', text: '<Dialog opened><Form /></Dialog>' };
  const guarded = { path: dialog.path, text: 'const guard = useDiscardGuard(isChanged, onClose);' };
  const advice = `${form.path}: use FormDialog, useDiscardGuard, or useUnsavedText inside a panel with a DiscardScope`;
  expect(findUnguardedTexts([form], {})).toEqual([advice]);
  expect(findUnguardedTexts([form, dialog], { [form.path]: dialog.path })).toEqual([advice]);
  expect(findUnguardedTexts([form, guarded], { [form.path]: dialog.path })).toEqual([]);
  expect(findUnguardedTexts([{ ...form, text: `${form.text} useUnsavedText(isChanged)` }], {})).toEqual([]);
  expect(
    findUnguardedTexts([{ ...form, text: `<FormDialog onClose={onClose}>${form.text}</FormDialog>` }], {}),
  ).toEqual([]);
  expect(findUnguardedTexts([dialog], { [dialog.path]: 'a page' })).toEqual([
    `${dialog.path} needs no exception: remove it from GUARDED_ELSEWHERE`,
  ]);
});
