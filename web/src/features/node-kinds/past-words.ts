import type { StepType } from '@overture/domain/flow/step-types';
import { IconEye, IconMail, IconPhone, IconThumbUp, IconUserMinus, IconUserPlus } from '@tabler/icons-react';

/** Icon and words of a finished step in a conversation, in a separate file to keep the inbox small. */
export const PAST_WORDS: Readonly<Record<StepType, { icon: typeof IconMail; text: string }>> = {
  LINKEDIN_INVITE: { icon: IconUserPlus, text: 'LinkedIn invitation sent' },
  LINKEDIN_MESSAGE: { icon: IconMail, text: 'LinkedIn message sent' },
  VISIT_LINKEDIN_PROFILE: { icon: IconEye, text: 'LinkedIn profile visited' },
  INMAIL: { icon: IconMail, text: 'InMail sent' },
  DELETE_LINKEDIN_INVITE: { icon: IconUserMinus, text: 'LinkedIn invitation withdrawn' },
  LIKE_LAST_LINKEDIN_POST: { icon: IconThumbUp, text: 'LinkedIn post liked' },
  EMAIL: { icon: IconMail, text: 'Email sent' },
  CALL_PROSPECT: { icon: IconPhone, text: 'Call made' },
};
