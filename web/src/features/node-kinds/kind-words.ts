import { type ConditionType, isStepType, type NodeType, type StepType } from '@overture/domain/flow/step-types';
import {
  IconBrandLinkedin,
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
    long: "Invites the lead to connect. This campaign uses a free LinkedIn account, which sends invites without a note. Leads you're already connected with continue right away.",
    done: 'Invited {time}',
  },
  LINKEDIN_MESSAGE: {
    icon: IconMessage,
    offer: 'Sends a message on LinkedIn to a connection.',
    done: 'Sent {time}',
  },
  VISIT_LINKEDIN_PROFILE: {
    icon: IconUserSearch,
    offer: 'Opens the profile. The lead may see that you visited.',
    short: "Opens the lead's profile",
    long: "Your LinkedIn account opens the lead's profile. Depending on their settings, they may see that you visited.",
    done: 'Visited {time}',
  },
  INMAIL: {
    icon: IconBrandLinkedin,
    offer: 'Writes to leads you are not connected with. For Sales Navigator and Recruiter.',
    done: 'Sent {time}',
  },
  DELETE_LINKEDIN_INVITE: {
    icon: IconUserMinus,
    offer: "Withdraws an invite that wasn't accepted.",
    short: "Withdraws an invite that's still pending",
    long: "Withdraws the invite if it's still pending. If it has been accepted, nothing is withdrawn and the campaign continues. LinkedIn allows another invite to the same person after about three weeks.",
    done: 'Invite withdrawn {time}',
  },
  LIKE_LAST_LINKEDIN_POST: {
    icon: IconHeart,
    offer: "Likes the lead's latest post, if there is one.",
    short: "Likes the lead's latest post",
    long: "Your LinkedIn account likes the lead's latest post. Leads without a post continue without a like.",
    done: 'Liked {time}',
  },
  EMAIL: {
    icon: IconMail,
    offer: 'Sends an email from your account.',
    done: 'Sent {time}',
  },
  CALL_PROSPECT: {
    icon: IconPhone,
    offer: 'Reminds you to call. The lead waits until you mark the call as done.',
    short: 'You call, and record the outcome in Today',
    long: 'You make the call. When a lead gets here, it waits in Today, within its daytime. Record the outcome there, and the campaign continues, calls again later or ends. You can also mark the call as done in Leads.',
    done: 'Call done {time}',
  },
};

export const CONDITION_WORDS: Readonly<Record<ConditionType, ConditionWords>> = {
  ACCEPTED_INVITE: {
    icon: IconUserCheck,
    offer: 'Yes as soon as the invite is accepted, No when the wait ends.',
    short: 'Has the lead accepted the invite?',
    long: 'Waits for the lead to accept your invite. As soon as they accept, the lead goes to the Yes branch; if the wait ends first, to the No branch. A branch without steps ends the campaign for its leads.',
    yes: 'Accepted {time}',
    no: 'Not accepted by {time}',
  },
  ALREADY_CONNECTED: {
    icon: IconUsers,
    offer: "Yes for leads you're connected with, No for all others.",
    short: 'Are you already connected with the lead?',
    long: "Checks on LinkedIn whether you're connected when the lead gets here: the Yes branch if you are, the No branch if you aren't. A branch without steps ends the campaign for its leads.",
    yes: 'Connected already, seen {time}',
    no: 'Not connected, seen {time}',
  },
  HAS_EMAIL: {
    icon: IconMailQuestion,
    offer: 'Yes for leads with an email address, No for all others.',
    short: 'Does the lead have an email address?',
    long: 'Leads with an email address go to the Yes branch, all others to the No branch. If none is known, we look it up first: {credits} credits for each one found. A branch without steps ends the campaign for its leads.',
    yes: 'Has an email address, seen {time}',
    no: 'No email address, seen {time}',
  },
  HAS_PHONE: {
    icon: IconPhoneCheck,
    offer: 'Yes for leads with a phone number, No for all others.',
    short: 'Does the lead have a phone number?',
    long: 'Leads with a phone number go to the Yes branch, all others to the No branch. If none is known, we look it up first: {credits} credits for each one found. A branch without steps ends the campaign for its leads.',
    yes: 'Has a phone number, seen {time}',
    no: 'No phone number, seen {time}',
  },
  CALL_OUTCOME: {
    icon: IconPhoneCall,
    offer: 'Yes for leads you reached by phone, No for all others.',
    short: 'Did you reach the lead by phone?',
    long: 'Leads who were on the phone in the last call of this campaign go to the Yes branch, all others to the No branch. A branch without steps ends the campaign for its leads.',
    yes: 'Reached by phone, seen {time}',
    no: 'Not reached by phone, seen {time}',
  },
  CLICKED: {
    icon: IconClick,
    offer: 'Yes as soon as the lead opens a link, No when the wait ends.',
    short: 'Has the lead clicked a link?',
    long: 'Waits for the lead to open a link of an email of this campaign. As soon as they do, the lead goes to the Yes branch; if the wait ends first, to the No branch. Links count from the second email on, and only people count: scanners and mail programs open links too. A branch without steps ends the campaign for its leads.',
    yes: 'Clicked {time}',
    no: 'Not clicked by {time}',
  },
  OPENED: {
    icon: IconMailOpened,
    offer: 'Yes as soon as the lead opens an email, No when the wait ends. Opens are estimates.',
    short: 'Has the lead opened an email?',
    long: 'Waits for the lead to open an email of this campaign. As soon as they do, the lead goes to the Yes branch; if the wait ends first, to the No branch. Opens are estimates: many mail programs hide them, and emails without pictures show none, so leads on the No branch may have read your email. They count from the second email on, and requests by programs are left out. A branch without steps ends the campaign for its leads.',
    yes: 'Opened {time}',
    no: 'No open seen by {time}',
  },
  REPLY_CLASS: {
    icon: IconMessageCheck,
    offer: 'Yes for leads whose last reply was interested, No for all others.',
    short: 'Was their last reply interested?',
    long: 'Leads whose last reply is marked as interested go to the Yes branch, all others to the No branch. A reply to this campaign stops it, so this is a reply to an earlier one. A branch without steps ends the campaign for its leads.',
    yes: 'Replied interested, seen {time}',
    no: 'No interested reply, seen {time}',
  },
};

export function nodeWords(type: NodeType): NodeWords {
  return isStepType(type) ? STEP_WORDS[type] : CONDITION_WORDS[type];
}
