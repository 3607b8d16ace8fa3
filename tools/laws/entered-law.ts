/** Files with a value for an untouched field, and why that is right. */
const EXEMPT: Readonly<Record<string, string>> = {
  'web/src/features/research-cells/results/result-editor.tsx': 'leaving the untouched box saves nothing; Enter says No',
};

const MADE: readonly (readonly [problem: string, pattern: RegExp])[] = [
  ['an emptied field becomes a number', /onChange=\{[^\n]*\bNumber\([^\n]*?\) (?:\|\||\?\?) -?\d/g],
  ['a missing answer is shown as one', /\b(?:checked|defaultChecked)=\{[^}\n]*(?:\?\?|=== 'true')/g],
  ['a missing answer is shown as one', /\bvalue=\{[^}\n]*\?\? (?:true|false)\}/g],
];

/** Form fields that make up a value: an empty field is saved as nothing. */
export function findUnenteredValues(path: string, text: string): string[] {
  if (path in EXEMPT) return [];
  return MADE.flatMap(([problem, pattern]) => [...text.matchAll(pattern)].map(() => `${path}: ${problem}`));
}
