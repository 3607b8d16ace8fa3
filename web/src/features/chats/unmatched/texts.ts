import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  title: 'Unmatched replies',
  line: "may be {name}'s reply",
  show_all: 'Show all {count}',
  show_fewer: 'Show fewer',
  failed: "Couldn't load unmatched replies.",
  retry: 'Try again',
  card: 'Unmatched reply from {email}',
  why: "Someone replied to our message to {name} from an address we don't know. Nothing more is sent to {name} until you decide.",
  from_named: '{name} ({email})',
  attachments: 'Attached: {names}',
  is_reply: "It's a reply",
  is_reply_of: "It's a reply from {name}",
  not_reply: 'Not a reply',
  not_reply_of: 'Not a reply from {name}: continue the sequence',
  is_colleague: 'A colleague',
  is_colleague_of: 'A reply from a colleague of {name}: add them as a lead',
  decided_lead: "The reply was added to the conversation. {name}'s sequence has stopped.",
  decided_colleague:
    "The reply was added to the conversation, and {email} is a lead now. {name}'s sequence has stopped.",
  decided_none: "{name}'s sequence continues.",
  decided_already: 'Someone else already decided this.',
  decide_failed: "Couldn't save. Nothing was changed.",
});
