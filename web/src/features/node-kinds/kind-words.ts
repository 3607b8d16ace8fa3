import { isStepType, type NodeType } from '@overture/domain/flow/step-types';
import {
  IconBrandLinkedin,
  IconCalendarCheck,
  IconClick,
  IconHeart,
  IconMail,
  IconMailOpened,
  IconMailQuestion,
  IconMessage,
  IconMessageCheck,
  IconPhone,
  IconPhoneCall,
  IconPhoneCheck,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import { kindText } from './kind-texts.ts';

export const NODE_ICONS: Readonly<Record<NodeType, typeof IconMail>> = {
  LINKEDIN_INVITE: IconUserPlus,
  LINKEDIN_MESSAGE: IconMessage,
  VISIT_LINKEDIN_PROFILE: IconUserSearch,
  INMAIL: IconBrandLinkedin,
  DELETE_LINKEDIN_INVITE: IconUserMinus,
  LIKE_LAST_LINKEDIN_POST: IconHeart,
  EMAIL: IconMail,
  CALL_PROSPECT: IconPhone,
  ACCEPTED_INVITE: IconUserCheck,
  ALREADY_CONNECTED: IconUsers,
  HAS_EMAIL: IconMailQuestion,
  HAS_PHONE: IconPhoneCheck,
  CALL_OUTCOME: IconPhoneCall,
  CLICKED: IconClick,
  OPENED: IconMailOpened,
  REPLY_CLASS: IconMessageCheck,
  MEETING_BOOKED: IconCalendarCheck,
};

type WrittenType = 'LINKEDIN_MESSAGE' | 'INMAIL' | 'EMAIL';

/** A message says itself what it does. */
const isWritten = (type: NodeType): type is WrittenType =>
  type === 'LINKEDIN_MESSAGE' || type === 'INMAIL' || type === 'EMAIL';

/** What it does, in a line, where it is offered. */
export const describeOffer = (type: NodeType): string => kindText(`${type}_offer`);

/** On its card. */
export const describeShortly = (type: NodeType): string | null => (isWritten(type) ? null : kindText(`${type}_short`));

/** In its drawer; `credits` of the look-up it starts. */
export const describeFully = (type: NodeType, credits: number): string | null =>
  isWritten(type) ? null : kindText(`${type}_long`, { credits });

/** What was done for a lead at a time, or the answer of a condition. */
export function describeDone(type: NodeType, isYes: boolean, time: string): string {
  if (isStepType(type)) return kindText(`${type}_done`, { time });
  return kindText(isYes ? `${type}_yes` : `${type}_no`, { time });
}
