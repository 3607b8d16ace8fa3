import { GOAL_METRIC_LABELS } from '@overture/domain/campaign/goals';
import { defineTexts } from '../../texts.ts';

export const goalMetricLabel = defineTexts({ ...GOAL_METRIC_LABELS });
