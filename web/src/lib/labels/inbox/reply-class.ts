import { REPLY_CLASS_LABELS } from '@overture/domain/inbound/reply-classes';
import { defineTexts } from '../../texts.ts';

export const replyClassLabel = defineTexts({ ...REPLY_CLASS_LABELS });
