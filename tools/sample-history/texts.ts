/** What the campaigns of the sample say, and what people answer. */
interface Message {
  subject_line?: string;
  message: string;
  subject_line_b?: string;
  message_b?: string;
}
/** A step with what follows; a condition goes two ways. */
export interface FlowNode extends Partial<Message> {
  type: string;
  days: number;
  next?: FlowNode;
  yes?: FlowNode;
  no?: FlowNode;
}

/** For leads without a name, place or company. */
export const fallbackOf = (message: string): string =>
  message
    .replaceAll(' {{first_name}}', '')
    .replaceAll('{{company_name}}', 'your company')
    .replaceAll('{{location}}', 'your region');

export const MARKETING_FLOW: FlowNode = {
  type: 'EMAIL',
  days: 0,
  subject_line: 'Pipeline at {{company_name}}',
  message:
    'Hi {{first_name}},\n\nMost marketing teams we meet in {{location}} have the same problem: plenty of leads, too few conversations.\n\nWe built a way to find the twenty accounts that are worth writing to this month, and to write to them like a colleague would. Kestrel Cloud booked eleven first meetings with it in six weeks.\n\nShall I show you what that list would look like for {{company_name}}?\n\nAda',
  subject_line_b: '{{first_name}}, twenty accounts',
  message_b:
    'Hi {{first_name}},\n\nIf you could only write to twenty companies this month, would you know which ones?\n\nI put such a list together for teams like yours, with the reason for each name. It takes me a day, and it costs you nothing to look at it.\n\nShould I make one for {{company_name}}?\n\nAda',
  next: {
    type: 'EMAIL',
    days: 3,
    subject_line: 'Re: Pipeline at {{company_name}}',
    message:
      'Hi {{first_name}},\n\nA short example, so that you know what I mean: for a software company of your size we found that a new head of sales is the best moment to write. Their reply rate went from 2 to 9 percent.\n\nIs finding the right moment a topic for you this quarter?\n\nAda',
    next: {
      type: 'EMAIL',
      days: 5,
      subject_line: 'Re: Pipeline at {{company_name}}',
      message:
        'Hi {{first_name}},\n\nI do not want to fill your inbox, so this is my last note. If somebody else looks after new business at {{company_name}}, a name would help me a lot.\n\nAll the best,\nAda',
    },
  },
};

export const FOUNDERS_FLOW: FlowNode = {
  type: 'VISIT_LINKEDIN_PROFILE',
  days: 0,
  next: {
    type: 'LINKEDIN_INVITE',
    days: 1,
    message: 'Hi {{first_name}}, I write about how small teams find their first hundred customers. Happy to connect.',
    next: {
      type: 'ACCEPTED_INVITE',
      days: 10,
      yes: {
        type: 'LINKEDIN_MESSAGE',
        days: 1,
        message:
          'Thanks for connecting, {{first_name}}! I am curious: who at {{company_name}} speaks to new customers today, you or a team?',
        next: {
          type: 'LINKEDIN_MESSAGE',
          days: 4,
          message:
            'I asked because founders often tell us the same thing: selling works as long as they do it themselves. We wrote down how three of them handed it over. Shall I send it to you?',
        },
      },
    },
  },
};

export const SALES_FLOW: FlowNode = {
  type: 'LINKEDIN_INVITE',
  days: 0,
  message: 'Hi {{first_name}}, we both work with sales teams in {{location}}. I would be glad to connect.',
  next: {
    type: 'ACCEPTED_INVITE',
    days: 6,
    yes: {
      type: 'LINKEDIN_MESSAGE',
      days: 1,
      message:
        'Good to meet you, {{first_name}}. How does your team at {{company_name}} decide whom to call first on a Monday morning?',
      next: {
        type: 'LINKEDIN_MESSAGE',
        days: 4,
        message:
          'One idea from a team like yours: they call only people whose company changed something this week. It halved their list and doubled their meetings. Worth ten minutes?',
      },
    },
    no: {
      type: 'EMAIL',
      days: 0,
      subject_line: 'Monday mornings at {{company_name}}',
      message:
        'Hi {{first_name}},\n\nI tried to reach you on LinkedIn, perhaps email is easier.\n\nWe help sales teams to know on Monday morning whom to call first. Not a score, but a reason: a new site, a new manager, a tender that closes.\n\nMay I show you five such reasons from your own market?\n\nRuben',
      next: {
        type: 'EMAIL',
        days: 4,
        subject_line: 'Re: Monday mornings at {{company_name}}',
        message:
          'Hi {{first_name}},\n\nFive reasons from last week alone are waiting in my drafts. Should I send them over, or is now not a good time?\n\nRuben',
      },
    },
  },
};

export const WEBINAR_FLOW: FlowNode = {
  type: 'EMAIL',
  days: 0,
  subject_line: 'The recording, and one question',
  message:
    'Hi {{first_name}},\n\nThank you for signing up for our session on outbound in small teams. The recording is forty minutes long; the part about first lines starts at minute twelve.\n\nOne question in return: what would have to be easier for you at {{company_name}} to do this every week?\n\nAda',
  subject_line_b: '{{first_name}}, minute twelve',
  message_b:
    'Hi {{first_name}},\n\nIf you only watch four minutes of our session, start at minute twelve: that is where we rewrite a first line together.\n\nWould it help if we did the same with one of yours? Send me a message you use, and I will send it back with two suggestions.\n\nAda',
  next: {
    type: 'EMAIL',
    days: 4,
    subject_line: 'Re: The recording, and one question',
    message:
      'Hi {{first_name}},\n\nWe keep three places a month for teams who want to go through their messages with us, half an hour each, free of charge.\n\nWould one of them suit you?\n\nAda',
  },
};

/** What an interested lead writes, and what Ada answers. */
export const INTERESTED: readonly (readonly [reply: string, answer: string])[] = [
  [
    'Hi, good timing. We are planning our pipeline for next quarter right now. Can you do Thursday after 2pm?',
    'Thursday at 14:30 is perfect, I will send you an invitation. Anybody else who should be there?',
  ],
  [
    'This is relevant for us. Could you send me the list first, then we find a slot?',
    'With pleasure. I will have it ready by tomorrow noon and send it here, then we can see whether a call makes sense.',
  ],
  [
    'Yes please, happy to have a look. I am copying in our head of sales for the call.',
    'Great, thank you both! I will send you a few times for next week. Thirty minutes are enough.',
  ],
  [
    'Interesting approach. What does it cost for a team of six?',
    'For six people it is a fixed price a month, and you can stop at any time. I will bring the numbers to a short call, would Thursday at 14:00 suit you?',
  ],
  [
    'We tried something similar last year and it did not stick. I would like to know what you do differently. Next week works.',
    'A fair question, and we hear it often. I will show you where it usually gets stuck. Tuesday at 10:00?',
  ],
  [
    'Sure, send it over. If the names make sense we can talk.',
    'That is how it should be. You will have the list tomorrow, with the reason for each name.',
  ],
  [
    'Sounds useful! Tuesday or Wednesday morning would be best for me.',
    'Let us take Tuesday at 10:00 then. The invitation is on its way.',
  ],
  [
    'I was just discussing this with my colleague. Do you have a reference in our industry?',
    'Yes, two of them, and one is close to you. I will ask whether they would take a call, and come back to you today.',
  ],
  ['OK, you have my attention. 20 minutes on Friday?', 'Friday at 11:00? I promise to stay within the twenty minutes.'],
  [
    'Yes, this is on my list for this quarter. Which data do you need from us?',
    'Only your website and the names of your five best customers. Everything else we look up ourselves.',
  ],
];
export const INTERESTED_CHAT: typeof INTERESTED = [
  [
    'It is mostly me, to be honest, and it is getting too much. How do you handle that?',
    'We take over the part before the first conversation, so that you only speak to people who want to. Shall I show you how that looks?',
  ],
  [
    'Two people and a spreadsheet :) Go on, what did you find?',
    'Five companies near you that changed something this week, and whom to ask for. I will send you the list, may I have your email address?',
  ],
  ['Happy to. Do you have 15 minutes on Monday?', 'Monday at 9:30 works. I will send you an invitation.'],
  [
    'Yes, please send it! We are hiring our first sales person soon.',
    'Then it comes at the right time. You will have it this afternoon.',
  ],
  ['Good question. Nobody really owns it. Let us talk.', 'Gladly. Would Wednesday at 15:00 be a good moment?'],
  ['Would like to see that. Email is fine as well.', 'I will send it by email then, with two lines on how we read it.'],
];
export const NOT_NOW = [
  'Thanks for reaching out. Not a priority at the moment, please try again in a few months.',
  'We just signed with an agency, so no need at the moment. Good luck!',
  'Appreciate the note, but we do this in-house and are happy with it.',
  'No budget this year, sorry.',
  'Thanks, but we are in the middle of a merger.',
  'Not for us, all the best.',
];
export const NOT_NOW_CHAT = [
  'Thanks, but we are fine for now.',
  'Not my area any more, I moved to product.',
  'No need at the moment, but good to be connected.',
];
export const REFERRALS = [
  'I am not the right person, please contact our growth lead. You may mention my name.',
  'This is handled by my colleague in marketing operations. I forwarded your message.',
];
export const CONFIRMATIONS = [
  'Perfect, see you then.',
  'That works. Talk soon!',
  'Works for me, I accepted the invitation.',
  'Thanks, that helps. Looking forward to it.',
];
export const PARTINGS = [
  'Thank you for the honest answer. I will come back to you next quarter, if that is all right.',
  'Understood, thanks for letting me know. All the best to you and the team!',
];
export const NOTES = [
  'Call booked. Wants numbers for six seats and a reference from logistics.',
  'Decides together with the head of sales. Budget from next quarter.',
  'Knows Kestrel Cloud, mention the case in the call.',
  'Asked for a data processing agreement before the pilot.',
];
