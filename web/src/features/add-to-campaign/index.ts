export type { LeadSelection } from './add-to-campaign-dialog.tsx';
export { AddingCounts } from './adding-counts.tsx';
export { AddingOptions, type AddingOptionsValue } from './adding-options.tsx';
