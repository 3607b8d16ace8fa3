export { ScoreView } from './score/score-view.tsx';
export { useFixes } from './score/use-fixes.ts';
export { useKnownKeys } from './tokens/known-keys.ts';
export { TokenField } from './tokens/token-field.tsx';
export { VariantsButton } from './variants/variants-button.tsx';
