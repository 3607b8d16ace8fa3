import type { Campaign } from '@overture/contract/campaigns';

/** No step and no condition yet. */
export const isFlowEmpty = ({ steps, conditions }: Campaign): boolean => steps.length === 0 && conditions.length === 0;
