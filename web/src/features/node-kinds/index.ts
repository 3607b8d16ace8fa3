export { FlowDoubts } from './flow-doubts.tsx';
export { CONDITION_WORDS, describePrice, nodeWords, STEP_WORDS } from './kind-words.ts';
export { LookupAgreement, sumLookups } from './lookup-agreement.tsx';
export { PAST_WORDS } from './past-words.ts';
export { StepGlyph } from './step-glyph.tsx';
