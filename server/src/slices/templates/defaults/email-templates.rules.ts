import type { WrittenTemplate } from '../templates.rules.ts';

/** Email only. */
export const EMAIL_TEMPLATES: readonly WrittenTemplate[] = [
  {
    id: 1,
    name: 'Email: short introduction',
    description: 'Three short emails over eight days: a question, one more idea and a polite sign-off.',
    flow: [
      {
        type: 'EMAIL',
        days: 0,
        subject_line: 'A quick question',
        message: `Hi {{first_name}},

I am trying to understand how teams like the one at {{company_name}} decide what to improve next, and I think we could help with part of it.

Are you the right person to ask about this, or is it someone else on your team?`,
        placeholder_message: `Hi {{first_name}},

I am trying to understand how teams like yours decide what to improve next, and I think we could help with part of it.

Are you the right person to ask about this, or is it someone else on your team?`,
      },
      {
        type: 'EMAIL',
        days: 3,
        subject_line: 'Re: A quick question',
        message: `Hi {{first_name}},

I know how full an inbox gets, so here is the short version: I would like to show you one idea. After ten minutes you decide whether it is worth more.

Would Tuesday or Thursday suit you better?`,
      },
      {
        type: 'EMAIL',
        days: 5,
        subject_line: 'Re: A quick question',
        message: `Hi {{first_name}},

I do not want to keep filling your inbox, so this is my last email about it.

If it becomes interesting later, just answer this one; I will be glad to pick it up then. And a simple "not for us" helps me too.`,
      },
    ],
  },
  {
    id: 2,
    name: 'Email: two openings tested',
    description: 'The first email in two versions (A/B): the replies decide which opening stays.',
    flow: [
      {
        type: 'EMAIL',
        days: 0,
        subject_line: 'What matters most this quarter?',
        message: `Hi {{first_name}},

If you could fix one thing about how your team works this quarter, what would it be?

I ask because we spend our days on exactly such things, and I would rather hear yours than guess. One line is enough.`,
        subject_line_b: 'Ten minutes, one idea',
        message_b: `Hi {{first_name}},

I have one idea that may save the people at {{company_name}} some hours every week.

May I send it in three sentences? If it does not fit, just say so and I will leave it there.`,
        placeholder_message_b: `Hi {{first_name}},

I have one idea that may save your team some hours every week.

May I send it in three sentences? If it does not fit, just say so and I will leave it there.`,
      },
      {
        type: 'EMAIL',
        days: 4,
        subject_line: 'One more line from me',
        message: `Hi {{first_name}},

Perhaps my last email came at a bad moment. Is this something you would like to talk about now, in a few months, or not at all?

A one-word answer is fine.`,
      },
    ],
  },
  {
    id: 3,
    name: 'Email: five touches in three weeks',
    description: 'A patient sequence: every email adds one new thought and is shorter than the one before.',
    flow: [
      {
        type: 'EMAIL',
        days: 0,
        subject_line: 'An idea for your team',
        message: `Hi {{first_name}},

People in a role like yours, {{job_title}}, often say the same thing: the work that matters keeps waiting for the work that shouts.

We help with that. Is it a topic for you at the moment?`,
        placeholder_message: `Hi {{first_name}},

Many people we talk to say the same thing: the work that matters keeps waiting for the work that shouts.

We help with that. Is it a topic for you at the moment?`,
      },
      {
        type: 'EMAIL',
        days: 3,
        subject_line: 'Re: An idea for your team',
        message: `Hi {{first_name}},

One thing I left out: trying it takes no project. We start with a single task, and after two weeks you see whether it was worth it.

Which task would you choose?`,
      },
      {
        type: 'EMAIL',
        days: 4,
        subject_line: 'Re: An idea for your team',
        message: `Hi {{first_name}},

Three questions come up in almost every first conversation: what does it cost, how long until it works, and who has to do what.

I can answer all three in ten minutes. When would be a good moment?`,
      },
      {
        type: 'EMAIL',
        days: 6,
        subject_line: 'Should I ask someone else?',
        message: `Hi {{first_name}},

Perhaps I am asking the wrong person. Who at {{company_name}} looks after this? I will gladly write to them instead.`,
        placeholder_message: `Hi {{first_name}},

Perhaps I am asking the wrong person. Who in your company looks after this? I will gladly write to them instead.`,
      },
      {
        type: 'EMAIL',
        days: 7,
        subject_line: 'Re: Should I ask someone else?',
        message: `Hi {{first_name}},

I will stop here. If the topic comes back to your desk one day, answer this email and we continue where we are.

All the best to you and your team.`,
      },
    ],
  },
];
