export { AddingCounts } from './adding-counts.tsx';
export { AddingNeeds } from './adding-needs.tsx';
export { AddingOptions, type AddingOptionsValue } from './adding-options.tsx';
export type { LeadSelection } from './use-adding-counts.ts';
export { useAddingCounts } from './use-adding-counts.ts';
