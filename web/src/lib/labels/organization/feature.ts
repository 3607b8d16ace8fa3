import { FEATURE_LABELS } from '@overture/domain/access/feature-flags';
import { defineTexts } from '../../texts.ts';

export const featureLabel = defineTexts({ ...FEATURE_LABELS });
