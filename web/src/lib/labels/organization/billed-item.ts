import { BILLED_ITEM_LABELS } from '@overture/domain/money/agency-bills';
import { defineTexts } from '../../texts.ts';

export const billedItemLabel = defineTexts({ ...BILLED_ITEM_LABELS });
