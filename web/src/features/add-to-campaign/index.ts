export type { LeadSelection } from './add-to-campaign-dialog.tsx';
export { AddingCounts } from './adding-counts.tsx';
export { AddingNeeds } from './adding-needs.tsx';
export { AddingOptions, type AddingOptionsValue } from './adding-options.tsx';
export { useAddingCounts } from './use-adding-counts.ts';
