import type { WrittenTemplate } from '../templates.rules.ts';

/** Several channels in one line. */
export const MIXED_TEMPLATES: readonly WrittenTemplate[] = [
  {
    id: 7,
    name: 'Email and a call',
    description: 'Two emails that make your name known, a call, and an email after it.',
    flow: [
      {
        type: 'EMAIL',
        days: 0,
        subject_line: 'May I call you about this?',
        message: `Hi {{first_name}},

Some things are said faster than written. I have an idea for {{company_name}} and would like to hear what you think of it.

Which day is good for a ten-minute call?`,
        placeholder_message: `Hi {{first_name}},

Some things are said faster than written. I have an idea for your team and would like to hear what you think of it.

Which day is good for a ten-minute call?`,
      },
      {
        type: 'EMAIL',
        days: 3,
        subject_line: 'Re: May I call you about this?',
        message: `Hi {{first_name}},

I will try to reach you by phone in the next few days. If another time or another person is better, let me know here.`,
      },
      { type: 'CALL_PROSPECT', days: 2 },
      {
        type: 'EMAIL',
        days: 1,
        subject_line: 'After my call',
        message: `Hi {{first_name}},

Thank you for your time. If we missed each other on the phone: I would still like to show you the idea.

Would you like the short version in writing, or shall we find a moment next week?`,
      },
    ],
  },
  {
    id: 8,
    name: 'LinkedIn and email side by side',
    description:
      'An email and an invite in the same week; leads who accept get messages on LinkedIn, the others by email.',
    flow: [
      { type: 'VISIT_LINKEDIN_PROFILE', days: 0 },
      {
        type: 'EMAIL',
        days: 1,
        subject_line: 'An introduction',
        message: `Hi {{first_name}},

I came across your profile while looking for people who work as {{job_title}}, and would like to introduce myself: we help teams to get routine work done faster.

Is that a topic for you this year?`,
        placeholder_message: `Hi {{first_name}},

I came across your profile and would like to introduce myself: we help teams to get routine work done faster.

Is that a topic for you this year?`,
      },
      {
        type: 'LINKEDIN_INVITE',
        days: 2,
        message: 'Hi {{first_name}}, I wrote you an email this week and would be glad to connect here as well.',
      },
      {
        type: 'ACCEPTED_INVITE',
        days: 10,
        yes: [
          {
            type: 'LINKEDIN_MESSAGE',
            days: 1,
            message: `Thank you for connecting, {{first_name}}. Shall we talk here, or would you rather answer my email?`,
          },
          {
            type: 'LINKEDIN_MESSAGE',
            days: 5,
            message: `Hi {{first_name}}, one last question from me: is there someone on your team I should ask instead?`,
          },
        ],
        no: [
          {
            type: 'EMAIL',
            days: 0,
            subject_line: 'Re: An introduction',
            message: `Hi {{first_name}},

Did my first email reach you? A short answer in either direction helps me a lot.`,
          },
        ],
      },
    ],
  },
  {
    id: 9,
    name: 'Email, InMail and a call',
    description: 'For few and important leads: three channels in two weeks, each referring to the one before.',
    flow: [
      {
        type: 'EMAIL',
        days: 0,
        subject_line: 'For you personally',
        message: `Hi {{first_name}},

I write to very few people about this. From what I know of {{company_name}}, we could help you with something specific, and I would like to check that with you before I claim it.

Do you have fifteen minutes next week?`,
        placeholder_message: `Hi {{first_name}},

I write to very few people about this. I believe we could help you with something specific, and I would like to check that with you before I claim it.

Do you have fifteen minutes next week?`,
      },
      {
        type: 'INMAIL',
        days: 3,
        subject_line: 'My email to you',
        message: `Hi {{first_name}}, I sent you an email a few days ago and am not sure that it reached you.

In one sentence: I have an idea for your team and would like your opinion of it. May I send it here?`,
      },
      { type: 'CALL_PROSPECT', days: 4 },
      {
        type: 'EMAIL',
        days: 3,
        subject_line: 'Re: For you personally',
        message: `Hi {{first_name}},

I have tried a few ways to reach you and do not want to insist. If you are interested, answer with a day that suits you; if not, I wish you a good quarter.`,
      },
    ],
  },
];
