import { LEGAL_BASES } from '@overture/domain/privacy/privacy-notice';
import { defineTexts } from '../../texts.ts';

export const legalBasisLabel = defineTexts({ ...LEGAL_BASES });
