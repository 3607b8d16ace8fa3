export { EditLabel, EditLabelButton, labelProblem } from './edit-label.tsx';
export { LabelChips, LabelSummary } from './label-chips.tsx';
export { LabelColors } from './label-colors.tsx';
