import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  activate_title: 'Activate campaign',
  resume_title: 'Resume campaign',
  irreversible: 'Messages go out as they are written now.',
  irreversible_text:
    "Read them once more: sent messages can't be recalled. Later edits reach leads who have not received the step yet.",
  activate_anyway: 'Activate anyway',
  resume_anyway: 'Resume anyway',
  open_step: 'Open step',
  doubts: 'Check before it starts',
  low_credits: 'You have {credits} credits but the campaign needs {needed}.',
  research_costs: 'AI snippets may research leads for up to {credits} credits.',
  costs_failed: "Couldn't count what look-ups cost. The campaign starts without them; reopen this dialog to try again.",
  deliverability: 'Email from {domain} may land in spam. Fix {checks} first.',
  deliverability_held:
    'Email from {domain} is on hold until its DNS records are correct: {checks}. Leads resume automatically.',
  deliverability_link: 'See how to fix it',
  summary_leads: 'Leads',
  summary_leads_value: '{count} will start',
  summary_leads_none: 'None yet. Leads you add later start automatically.',
  summary_window: 'Sends',
  summary_limit: 'At most',
  summary_a_day: '{amounts} a day',
  summary_emails: '{count, plural, one {{count} email} other {{count} emails}}',
  summary_invites: '{count, plural, one {{count} invite} other {{count} invites}}',
  summary_messages: '{count, plural, one {{count} LinkedIn message} other {{count} LinkedIn messages}}',
  summary_limit_none: "As many as the senders' limits allow",
  summary_first: 'First step',
  summary_first_now: '{step}, right after activation',
  summary_first_at: '{step}, from {time}',
  summary_growing: '{today} emails on the first day, growing to {later}',
  summary_unusual: 'This includes nights or weekends. Change the hours in the settings.',
  next_title: 'What happens next',
  next_text:
    'Leads go through the steps one by one, within the sending window and daily limit. Leads who reply are removed right away.',
  resume_text: 'Waiting leads continue where they stopped. Nothing is sent twice.',
});
