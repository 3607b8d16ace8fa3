import type { WrittenTemplate } from '../templates.rules.ts';

/** LinkedIn only. Messages reach connections: an invite comes with the wait for its acceptance. */
export const LINKEDIN_TEMPLATES: readonly WrittenTemplate[] = [
  {
    id: 4,
    name: 'LinkedIn: connect, then talk',
    description: 'An invite with a note. Leads who accept get two messages; the other invites are withdrawn.',
    flow: [
      { type: 'VISIT_LINKEDIN_PROFILE', days: 0 },
      {
        type: 'LINKEDIN_INVITE',
        days: 1,
        message:
          'Hi {{first_name}}, I follow what people in {{industry}} are working on and would be glad to have you in my network.',
        placeholder_message:
          'Hi {{first_name}}, our work has a lot in common. I would be glad to have you in my network.',
      },
      {
        type: 'ACCEPTED_INVITE',
        days: 14,
        yes: [
          {
            type: 'LINKEDIN_MESSAGE',
            days: 1,
            message: `Thank you for connecting, {{first_name}}!

I am curious: what are you and your colleagues at {{company_name}} busy with at the moment?`,
            placeholder_message: `Thank you for connecting, {{first_name}}!

I am curious: what are you and your colleagues busy with at the moment?`,
          },
          {
            type: 'LINKEDIN_MESSAGE',
            days: 4,
            message: `Hi {{first_name}}, I asked because we may be able to take some of it off your desk.

Would a short call next week be of interest? If not, I am glad to stay in touch here.`,
          },
        ],
        no: [{ type: 'DELETE_LINKEDIN_INVITE', days: 1 }],
      },
    ],
  },
  {
    id: 5,
    name: 'LinkedIn: warm up first',
    description: 'A visit and a like before the invite without a note, then a conversation that asks before it offers.',
    flow: [
      { type: 'VISIT_LINKEDIN_PROFILE', days: 0 },
      { type: 'LIKE_LAST_LINKEDIN_POST', days: 1 },
      { type: 'LINKEDIN_INVITE', days: 2 },
      {
        type: 'ACCEPTED_INVITE',
        days: 21,
        yes: [
          {
            type: 'LINKEDIN_MESSAGE',
            days: 2,
            message: `Good to be connected, {{first_name}}.

You know {{industry}} from the inside: what has changed most for you in the last year?`,
            placeholder_message: `Good to be connected, {{first_name}}.

You know your field from the inside: what has changed most for you in the last year?`,
          },
          {
            type: 'LINKEDIN_MESSAGE',
            days: 5,
            message: `Hi {{first_name}}, we help teams with changes like that, and I have one example in mind that may interest you.

May I send it here?`,
          },
          {
            type: 'LINKEDIN_MESSAGE',
            days: 7,
            message: `No hurry at all, {{first_name}}. If you would like to see the example later, a short "yes" is enough.`,
          },
        ],
        no: [{ type: 'DELETE_LINKEDIN_INVITE', days: 1 }],
      },
    ],
  },
  {
    id: 6,
    name: 'LinkedIn: message contacts, InMail others',
    description: 'Asks first who is a connection already: they get messages, everybody else one InMail.',
    flow: [
      {
        type: 'ALREADY_CONNECTED',
        days: 0,
        yes: [
          {
            type: 'LINKEDIN_MESSAGE',
            days: 0,
            message: `Hi {{first_name}}, we have been connected here for a while without talking about work.

Is there something your team would like to get off its desk this quarter? I may have an idea for it.`,
          },
          {
            type: 'LINKEDIN_MESSAGE',
            days: 5,
            message: `Hi {{first_name}}, should I describe in two sentences what I had in mind, or is it not the right time?`,
          },
        ],
        no: [
          { type: 'VISIT_LINKEDIN_PROFILE', days: 0 },
          {
            type: 'INMAIL',
            days: 1,
            subject_line: 'A question about your work',
            message: `Hi {{first_name}},

We do not know each other yet, so I will keep it short: we help people in {{industry}} to spend less time on routine and more on what they were hired for.

Is that worth ten minutes to you?`,
            placeholder_message: `Hi {{first_name}},

We do not know each other yet, so I will keep it short: we help teams to spend less time on routine and more on what they were hired for.

Is that worth ten minutes to you?`,
          },
        ],
      },
    ],
  },
];
