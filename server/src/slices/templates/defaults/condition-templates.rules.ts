import type { WrittenTemplate } from '../templates.rules.ts';

/** Conditions that choose the channel by what is known about the lead. */
export const CONDITION_TEMPLATES: readonly WrittenTemplate[] = [
  {
    id: 10,
    name: 'Email, then call who has a number',
    description: 'Two emails; leads with a phone number are called, the others get a third email.',
    flow: [
      {
        type: 'EMAIL',
        days: 0,
        subject_line: 'One question for you',
        message: `Hi {{first_name}},

How does {{company_name}} handle the work no one has time for? We take that work over. Would that be interesting for you?`,
        placeholder_message: `Hi {{first_name}},

How does your team handle the work no one has time for? We take that work over. Would that be interesting for you?`,
      },
      {
        type: 'EMAIL',
        days: 3,
        subject_line: 'Re: One question for you',
        message: `Hi {{first_name}},

If a call is easier than an email, when should I ring? Ten minutes are enough.`,
      },
      {
        type: 'HAS_PHONE',
        yes: [
          { type: 'CALL_PROSPECT', days: 2 },
          {
            type: 'EMAIL',
            days: 1,
            subject_line: 'After my call',
            message: `Hi {{first_name}},

Thank you if we spoke; I am sorry if I only reached your voicemail. What would be a good next step for you?`,
          },
        ],
        no: [
          {
            type: 'EMAIL',
            days: 4,
            subject_line: 'Re: One question for you',
            message: `Hi {{first_name}},

This is my last email on the subject. Should it become interesting later, an answer to this one finds me.`,
          },
        ],
      },
    ],
  },
  {
    id: 11,
    name: 'Email where there is one, LinkedIn otherwise',
    description: 'Finds out who has an email address and writes to them; everybody else gets an invite or an InMail.',
    flow: [
      {
        type: 'HAS_EMAIL',
        yes: [
          {
            type: 'EMAIL',
            days: 0,
            subject_line: 'A short question',
            message: `Hi {{first_name}},

We work with teams in {{industry}} and keep hearing the same two wishes: fewer tools and fewer meetings. Is it the same for you?`,
            placeholder_message: `Hi {{first_name}},

From most teams we keep hearing the same two wishes: fewer tools and fewer meetings. Is it the same for you?`,
          },
          {
            type: 'EMAIL',
            days: 4,
            subject_line: 'Re: A short question',
            message: `Hi {{first_name}},

I ask because we can do something about both. May I show you how, in ten minutes?`,
          },
        ],
        no: [
          { type: 'VISIT_LINKEDIN_PROFILE', days: 0 },
          {
            type: 'LINKEDIN_INVITE',
            days: 1,
            message: 'Hi {{first_name}}, I have a short question about your work and would be glad to connect.',
          },
          {
            type: 'ACCEPTED_INVITE',
            days: 10,
            yes: [
              {
                type: 'LINKEDIN_MESSAGE',
                days: 1,
                message: `Thank you, {{first_name}}. My question: what takes more of your time than it should at the moment?`,
              },
            ],
            no: [
              {
                type: 'INMAIL',
                days: 0,
                subject_line: 'A short question',
                message: `Hi {{first_name}},

What takes more of your time than it should at the moment? We help with such things, and with your answer I know whether to write again.`,
              },
            ],
          },
        ],
      },
    ],
  },
  {
    id: 12,
    name: 'Every channel, one after the other',
    description: 'Invite first, messages and a call for who accepts; email or InMail for who does not.',
    flow: [
      { type: 'VISIT_LINKEDIN_PROFILE', days: 0 },
      {
        type: 'LINKEDIN_INVITE',
        days: 1,
        message: 'Hi {{first_name}}, I would like to follow what you do as {{job_title}} and be in touch.',
        placeholder_message: 'Hi {{first_name}}, I would like to follow what you do and be in touch.',
      },
      {
        type: 'ACCEPTED_INVITE',
        days: 10,
        yes: [
          {
            type: 'LINKEDIN_MESSAGE',
            days: 1,
            message: `Thank you for accepting, {{first_name}}. What would make this a good quarter for you and your team?`,
          },
          {
            type: 'LINKEDIN_MESSAGE',
            days: 4,
            message: `Hi {{first_name}}, I ask because we may be able to contribute to it. Is a short call welcome?`,
          },
          { type: 'HAS_PHONE', yes: [{ type: 'CALL_PROSPECT', days: 4 }], no: [] },
        ],
        no: [
          { type: 'DELETE_LINKEDIN_INVITE', days: 0 },
          {
            type: 'HAS_EMAIL',
            yes: [
              {
                type: 'EMAIL',
                days: 1,
                subject_line: 'By email this time',
                message: `Hi {{first_name}},

I tried to reach you on LinkedIn and may have picked the wrong channel. May I ask you one question about your work here?`,
              },
              {
                type: 'EMAIL',
                days: 4,
                subject_line: 'Re: By email this time',
                message: `Hi {{first_name}},

Here is the question: if someone took one task off your desk from Monday on, which one should it be?`,
              },
            ],
            no: [
              {
                type: 'INMAIL',
                days: 2,
                subject_line: 'One question',
                message: `Hi {{first_name}},

If someone took one task off your desk from Monday on, which one should it be? I ask because that is what we do.`,
              },
            ],
          },
        ],
      },
    ],
  },
];
