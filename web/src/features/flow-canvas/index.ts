export { delayWords } from './delay/delay-chip.tsx';
export { DelayChoices } from './delay/delay-choices.tsx';
export { parseFlow as readFlow } from './read-flow.ts';
export { loadCanvas, StepsTab } from './steps-tab.tsx';
export { showCampaign } from './use-flow-changes.ts';
export {
  type CopyNode,
  listCopyNodes as copyNodesOf,
  useCopyFlag,
  useIsFlowEditable,
  useWorkingCopy,
  type WorkingCopy,
  WorkingCopyContext,
  withChange,
} from './working-copy.ts';
