import { type ConditionType, isStepType, type NodeType, type StepType } from '@overture/domain/flow/step-types';
import {
  IconBrandLinkedin,
  IconHeart,
  IconMail,
  IconMailQuestion,
  IconMessage,
  IconPhone,
  IconPhoneCheck,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';

type Icon = typeof IconMail;

interface NodeWords {
  icon: Icon;
  /** What it does, in a line, where it is offered. */
  offer: string;
  /** On its card; a message shows itself. */
  short?: string;
  /** In its drawer; `credits` of the look-up it starts. */
  long?: string;
}

interface StepWords extends NodeWords {
  /** With `time`: what was done for a lead. */
  done: string;
}

interface ConditionWords extends NodeWords {
  short: string;
  long: string;
  /** With `time`: its answer for a lead. */
  yes: string;
  no: string;
}

/** Picture and sentences of each kind of node, wherever it is shown. */
export const STEP_WORDS: Readonly<Record<StepType, StepWords>> = {
  LINKEDIN_INVITE: {
    icon: IconUserPlus,
    offer: 'Invites the lead to connect, with a note if you like.',
    short: 'Without a note',
    long: 'Invites the lead to connect. The LinkedIn account of this campaign is a free one: it sends invites without a note. Leads you are connected with already go on at once.',
    done: 'Invited {{time}}',
  },
  LINKEDIN_MESSAGE: {
    icon: IconMessage,
    offer: 'Sends a message on LinkedIn to a connection.',
    done: 'Sent {{time}}',
  },
  VISIT_LINKEDIN_PROFILE: {
    icon: IconUserSearch,
    offer: 'Opens the profile. The lead may see that you were there.',
    short: 'Opens the profile of the lead',
    long: 'Your LinkedIn account opens the profile of the lead. Depending on their settings they see that you were there.',
    done: 'Visited {{time}}',
  },
  INMAIL: {
    icon: IconBrandLinkedin,
    offer: 'Writes to leads you are not connected with. For Sales Navigator and Recruiter.',
    done: 'Sent {{time}}',
  },
  DELETE_LINKEDIN_INVITE: {
    icon: IconUserMinus,
    offer: 'Takes back an invite that was not accepted.',
    short: 'Takes back an invite that is still open',
    long: 'Takes back the invite while it is still open. Where it was accepted meanwhile, nothing is taken back and the campaign goes on. LinkedIn allows another invite to the same person after about three weeks.',
    done: 'Invite withdrawn {{time}}',
  },
  LIKE_LAST_LINKEDIN_POST: {
    icon: IconHeart,
    offer: 'Likes the newest post of the lead, if there is one.',
    short: 'Likes the newest post of the lead',
    long: 'Your LinkedIn account likes the newest post of the lead. Leads without a post go on without a like.',
    done: 'Liked {{time}}',
  },
  EMAIL: {
    icon: IconMail,
    offer: 'Sends an email from your account.',
    done: 'Sent {{time}}',
  },
  CALL_PROSPECT: {
    icon: IconPhone,
    offer: 'Reminds you to call. The lead waits until you mark the call as done.',
    short: 'You call; mark it as done in Prospects',
    long: 'A call step is done by you. When a lead gets here, it waits in Prospects with the word Call; mark the call as done there and the campaign goes on.',
    done: 'Call done {{time}}',
  },
};

export const CONDITION_WORDS: Readonly<Record<ConditionType, ConditionWords>> = {
  ACCEPTED_INVITE: {
    icon: IconUserCheck,
    offer: 'Goes left the moment the invite is accepted, right when the wait is over.',
    short: 'Did the lead accept the invite?',
    long: 'Waits for the lead to accept your invite. The moment it is accepted the lead goes to the Yes branch; when the wait is over without that, to the No branch. A branch without steps ends the campaign for its leads.',
    yes: 'Accepted {{time}}',
    no: 'Not accepted by {{time}}',
  },
  ALREADY_CONNECTED: {
    icon: IconUsers,
    offer: 'Goes left with leads you are connected with, right with all others.',
    short: 'Are you connected with the lead already?',
    long: 'Looks on LinkedIn whether you are connected with the lead when it gets here: Yes branch when you are, No branch when you are not. A branch without steps ends the campaign for its leads.',
    yes: 'Connected already, seen {{time}}',
    no: 'Not connected, seen {{time}}',
  },
  HAS_EMAIL: {
    icon: IconMailQuestion,
    offer: 'Goes left with an email address, right without.',
    short: 'Does the lead have an email address?',
    long: 'Leads with an email address go to the Yes branch, all others to the No branch. Where none is known it is looked up first: {{credits}} credits for one that is found. A branch without steps ends the campaign for its leads.',
    yes: 'Has an email address, seen {{time}}',
    no: 'No email address, seen {{time}}',
  },
  HAS_PHONE: {
    icon: IconPhoneCheck,
    offer: 'Goes left with a phone number, right without.',
    short: 'Does the lead have a phone number?',
    long: 'Leads with a phone number go to the Yes branch, all others to the No branch. Where none is known it is looked up first: {{credits}} credits for one that is found. A branch without steps ends the campaign for its leads.',
    yes: 'Has a phone number, seen {{time}}',
    no: 'No phone number, seen {{time}}',
  },
};

export function nodeWords(type: NodeType): NodeWords {
  return isStepType(type) ? STEP_WORDS[type] : CONDITION_WORDS[type];
}
