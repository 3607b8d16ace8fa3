export { CreateLabel, LabelRow } from './edit-label.tsx';
export { LabelChips, LabelSummary } from './label-chips.tsx';
export { LabelColors } from './label-colors.tsx';
