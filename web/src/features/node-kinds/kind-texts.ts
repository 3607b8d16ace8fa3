import { defineTexts } from '../../lib/texts.ts';

/** Sentences of each kind of node. */
export const kindText = defineTexts({
  LINKEDIN_INVITE_offer: 'Invites the lead to connect, with a note if you like.',
  LINKEDIN_INVITE_short: 'Without a note',
  LINKEDIN_INVITE_long:
    "Invites the lead to connect. This campaign uses a free LinkedIn account, which sends invites without a note. Leads you're already connected with continue right away.",
  LINKEDIN_INVITE_done: 'Invited {time}',
  LINKEDIN_MESSAGE_offer: 'Sends a message on LinkedIn to a connection.',
  LINKEDIN_MESSAGE_done: 'Sent {time}',
  VISIT_LINKEDIN_PROFILE_offer: 'Opens the profile. The lead may see that you visited.',
  VISIT_LINKEDIN_PROFILE_short: "Opens the lead's profile",
  VISIT_LINKEDIN_PROFILE_long:
    "Your LinkedIn account opens the lead's profile. Depending on their settings, they may see that you visited.",
  VISIT_LINKEDIN_PROFILE_done: 'Visited {time}',
  INMAIL_offer: 'Writes to leads you are not connected with. For Sales Navigator and Recruiter.',
  INMAIL_done: 'Sent {time}',
  DELETE_LINKEDIN_INVITE_offer: "Withdraws an invite that wasn't accepted.",
  DELETE_LINKEDIN_INVITE_short: "Withdraws an invite that's still pending",
  DELETE_LINKEDIN_INVITE_long:
    "Withdraws the invite if it's still pending. If it has been accepted, nothing is withdrawn and the campaign continues. LinkedIn allows another invite to the same person after about three weeks.",
  DELETE_LINKEDIN_INVITE_done: 'Invite withdrawn {time}',
  LIKE_LAST_LINKEDIN_POST_offer: "Likes the lead's latest post, if there is one.",
  LIKE_LAST_LINKEDIN_POST_short: "Likes the lead's latest post",
  LIKE_LAST_LINKEDIN_POST_long:
    "Your LinkedIn account likes the lead's latest post. Leads without a post continue without a like.",
  LIKE_LAST_LINKEDIN_POST_done: 'Liked {time}',
  EMAIL_offer: 'Sends an email from your account.',
  EMAIL_done: 'Sent {time}',
  CALL_PROSPECT_offer: 'Reminds you to call. The lead waits until you mark the call as done.',
  CALL_PROSPECT_short: 'You call, and record the outcome in Today',
  CALL_PROSPECT_long:
    'You make the call. When a lead gets here, it waits in Today, within its daytime. Record the outcome there, and the campaign continues, calls again later or ends. You can also mark the call as done in Leads.',
  CALL_PROSPECT_done: 'Call done {time}',
  ACCEPTED_INVITE_offer: 'Yes as soon as the invite is accepted, No when the wait ends.',
  ACCEPTED_INVITE_short: 'Has the lead accepted the invite?',
  ACCEPTED_INVITE_long:
    'Waits for the lead to accept your invite. As soon as they accept, the lead goes to the Yes branch; if the wait ends first, to the No branch. A branch without steps ends the campaign for its leads.',
  ACCEPTED_INVITE_yes: 'Accepted {time}',
  ACCEPTED_INVITE_no: 'Not accepted by {time}',
  ALREADY_CONNECTED_offer: "Yes for leads you're connected with, No for all others.",
  ALREADY_CONNECTED_short: 'Are you already connected with the lead?',
  ALREADY_CONNECTED_long:
    "Checks on LinkedIn whether you're connected when the lead gets here: the Yes branch if you are, the No branch if you aren't. A branch without steps ends the campaign for its leads.",
  ALREADY_CONNECTED_yes: 'Connected already, seen {time}',
  ALREADY_CONNECTED_no: 'Not connected, seen {time}',
  HAS_EMAIL_offer: 'Yes for leads with an email address, No for all others.',
  HAS_EMAIL_short: 'Does the lead have an email address?',
  HAS_EMAIL_long:
    'Leads with an email address go to the Yes branch, all others to the No branch. If none is known, we look it up first: {credits} credits for each one found. A branch without steps ends the campaign for its leads.',
  HAS_EMAIL_yes: 'Has an email address, seen {time}',
  HAS_EMAIL_no: 'No email address, seen {time}',
  HAS_PHONE_offer: 'Yes for leads with a phone number, No for all others.',
  HAS_PHONE_short: 'Does the lead have a phone number?',
  HAS_PHONE_long:
    'Leads with a phone number go to the Yes branch, all others to the No branch. If none is known, we look it up first: {credits} credits for each one found. A branch without steps ends the campaign for its leads.',
  HAS_PHONE_yes: 'Has a phone number, seen {time}',
  HAS_PHONE_no: 'No phone number, seen {time}',
  CALL_OUTCOME_offer: 'Yes for leads you reached by phone, No for all others.',
  CALL_OUTCOME_short: 'Did you reach the lead by phone?',
  CALL_OUTCOME_long:
    'Leads who were on the phone in the last call of this campaign go to the Yes branch, all others to the No branch. A branch without steps ends the campaign for its leads.',
  CALL_OUTCOME_yes: 'Reached by phone, seen {time}',
  CALL_OUTCOME_no: 'Not reached by phone, seen {time}',
  CLICKED_offer: 'Yes as soon as the lead opens a link, No when the wait ends.',
  CLICKED_short: 'Has the lead clicked a link?',
  CLICKED_long:
    'Waits for the lead to open a link of an email of this campaign. As soon as they do, the lead goes to the Yes branch; if the wait ends first, to the No branch. Links count from the second email on, and only people count: scanners and mail programs open links too. A branch without steps ends the campaign for its leads.',
  CLICKED_yes: 'Clicked {time}',
  CLICKED_no: 'Not clicked by {time}',
  OPENED_offer: 'Yes as soon as the lead opens an email, No when the wait ends. Opens are estimates.',
  OPENED_short: 'Has the lead opened an email?',
  OPENED_long:
    'Waits for the lead to open an email of this campaign. As soon as they do, the lead goes to the Yes branch; if the wait ends first, to the No branch. Opens are estimates: many mail programs hide them, and emails without pictures show none, so leads on the No branch may have read your email. They count from the second email on, and requests by programs are left out. A branch without steps ends the campaign for its leads.',
  OPENED_yes: 'Opened {time}',
  OPENED_no: 'No open seen by {time}',
  REPLY_CLASS_offer: 'Yes for leads whose last reply was interested, No for all others.',
  REPLY_CLASS_short: 'Was their last reply interested?',
  REPLY_CLASS_long:
    'Leads whose last reply is marked as interested go to the Yes branch, all others to the No branch. A reply to this campaign stops it, so this is a reply to an earlier one. A branch without steps ends the campaign for its leads.',
  REPLY_CLASS_yes: 'Replied interested, seen {time}',
  REPLY_CLASS_no: 'No interested reply, seen {time}',
  MEETING_BOOKED_offer: 'Yes for leads with a booked meeting, No for all others.',
  MEETING_BOOKED_short: 'Has the lead booked a meeting?',
  MEETING_BOOKED_long:
    'Leads with a meeting that is booked or took place go to the Yes branch, all others to the No branch. Cancelled and missed meetings do not count. A booking ends this campaign, so this is an earlier one. A branch without steps ends the campaign for its leads.',
  MEETING_BOOKED_yes: 'Meeting booked, seen {time}',
  MEETING_BOOKED_no: 'No meeting booked, seen {time}',
});
