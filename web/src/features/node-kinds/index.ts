export { FlowDoubts } from './flow-doubts.tsx';
export { describeDone, describeFully, describeOffer, describeShortly } from './kind-words.ts';
export { LookupAgreement, LookupPrice } from './lookups.tsx';
export { PAST_ICONS, pastText } from './past-words.ts';
export { StepGlyph } from './step-glyph.tsx';
