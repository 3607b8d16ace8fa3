import { ROLE_LABELS } from '@overture/domain/access/permissions';
import { defineTexts } from '../../texts.ts';

export const roleLabel = defineTexts({ ...ROLE_LABELS });
