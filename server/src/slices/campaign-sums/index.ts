export { edgeBranches, figuresTable, findPageDays, kindColumn, sumsWithin } from './campaign-sums.store.ts';
