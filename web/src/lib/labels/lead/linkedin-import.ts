import { LINKEDIN_IMPORT_LABELS } from '@overture/domain/linkedin/linkedin-import';
import { defineTexts } from '../../texts.ts';

export const linkedinImportLabel = defineTexts({ ...LINKEDIN_IMPORT_LABELS });
