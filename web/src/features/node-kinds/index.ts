export { FlowDoubts } from './flow-doubts.tsx';
export { CONDITION_WORDS, nodeWords, STEP_WORDS } from './kind-words.ts';
export { LookupAgreement, LookupPrice } from './lookups.tsx';
export { PAST_WORDS } from './past-words.ts';
export { StepGlyph } from './step-glyph.tsx';
