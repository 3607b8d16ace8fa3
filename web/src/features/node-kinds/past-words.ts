import type { StepType } from '@overture/domain/flow/step-types';
import { IconEye, IconMail, IconPhone, IconThumbUp, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { defineTexts } from '../../lib/texts.ts';

/** What a finished step is called in a conversation, in a separate file to keep the inbox small. */
export const pastText = defineTexts({
  LINKEDIN_INVITE: 'LinkedIn invitation sent',
  LINKEDIN_MESSAGE: 'LinkedIn message sent',
  VISIT_LINKEDIN_PROFILE: 'LinkedIn profile visited',
  INMAIL: 'InMail sent',
  DELETE_LINKEDIN_INVITE: 'LinkedIn invitation withdrawn',
  LIKE_LAST_LINKEDIN_POST: 'LinkedIn post liked',
  EMAIL: 'Email sent',
  CALL_PROSPECT: 'Call made',
});

export const PAST_ICONS: Readonly<Record<StepType, typeof IconMail>> = {
  LINKEDIN_INVITE: IconUserPlus,
  LINKEDIN_MESSAGE: IconMail,
  VISIT_LINKEDIN_PROFILE: IconEye,
  INMAIL: IconMail,
  DELETE_LINKEDIN_INVITE: IconUserMinus,
  LIKE_LAST_LINKEDIN_POST: IconThumbUp,
  EMAIL: IconMail,
  CALL_PROSPECT: IconPhone,
};
