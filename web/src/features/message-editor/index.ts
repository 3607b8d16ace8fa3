export { bodyLimit } from './step-draft.ts';
export { TokenField } from './tokens/token-field.tsx';
