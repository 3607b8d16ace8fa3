import type { SourceFile } from './source-files.ts';

/** Fields of long text: losing what was typed there costs the user minutes. */
const FIELDS = /<(?:Textarea|TokenField|SignatureEditor)\b/;
const GUARDS = /\buse(?:DiscardGuard|UnsavedText)\(|<FormDialog\b/;

/** Files with such a field whose text is guarded elsewhere, or is not in a dialog or panel, with the reason. */
const GUARDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'web/src/features/automations/action-fields.tsx': 'web/src/features/automations/automation-dialog.tsx',
  'web/src/features/chats/composer/composer-field.tsx': 'a page: the composer keeps its draft',
  'web/src/features/lead-finder/company-filter.tsx': 'the list keeps the filters as they change',
  'web/src/features/research-cells/results/result-editor.tsx': 'a press outside saves',
  'web/src/features/research-tasks/question/question-field.tsx': 'web/src/features/research-tasks/research-dialog.tsx',
  'web/src/features/knowledge-base/knowledge-base-page.tsx': 'a page with its own question',
  'web/src/features/message-editor/message-fields.tsx': 'web/src/features/message-editor/message-panel.tsx',
  'web/src/features/message-editor/rich/rich-field.tsx': 'web/src/features/message-editor/message-panel.tsx',
  'web/src/features/message-editor/rich/text-part.tsx': 'web/src/features/message-editor/message-panel.tsx',
  'web/src/features/onboarding/steps.tsx': 'the wizard saves each step and has no way to close it',
  'web/src/features/message-editor/script-field.tsx': 'web/src/features/message-editor/plain-panel.tsx',
  'web/src/features/today/calls/call-card.tsx': 'a page: the notes are saved with the outcome',
  'web/src/features/signatures/signature-editor.tsx': 'web/src/features/signatures/signature-dialog.tsx',
};

/** Files with a field of long text whose dialog or panel closes without asking, and unnecessary exceptions. */
export function findUnguardedTexts(
  files: readonly Pick<SourceFile, 'path' | 'text'>[],
  elsewhere: Readonly<Record<string, string>> = GUARDED_ELSEWHERE,
): string[] {
  const product = files.filter(({ path }) => path.startsWith('web/src/') && !/\.test\.tsx?$/.test(path));
  const isGuarded = (path: string): boolean => GUARDS.test(product.find((file) => file.path === path)?.text ?? '');
  const typed = product.filter(({ text }) => FIELDS.test(text)).map(({ path }) => path);
  const unguarded = typed.filter((path) => {
    const reason = elsewhere[path];
    if (reason === undefined) return !isGuarded(path);
    return reason.startsWith('web/') && !isGuarded(reason);
  });
  const unneeded = Object.keys(elsewhere).filter((path) => !typed.includes(path));
  return [
    ...unguarded.map(
      (path) => `${path}: use FormDialog, useDiscardGuard, or useUnsavedText inside a panel with a DiscardScope`,
    ),
    ...unneeded.map((path) => `${path} needs no exception: remove it from GUARDED_ELSEWHERE`),
  ];
}
