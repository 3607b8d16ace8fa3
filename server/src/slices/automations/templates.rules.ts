import type { AutomationBody } from '@overture/contract/automations';

/** Automations that are ready to use: a person looks at them, then saves and switches on. */
export const TEMPLATES: readonly AutomationBody[] = [
  {
    name: 'Interested replies to Slack',
    trigger_type: 'prospect.status_changed',
    match: 'all',
    conditions: [{ field: 'interest', operator: 'is', values: ['interested'] }],
    actions: [
      {
        type: 'send_slack',
        text: ':star: {{prospect.first_name}} {{prospect.last_name}} ({{prospect.company_name}}) is interested. {{prospect.email}}',
      },
    ],
  },
  {
    name: 'Approvals waiting to Slack',
    trigger_type: 'approval.requested',
    match: 'all',
    conditions: [],
    actions: [{ type: 'send_slack', text: ':hourglass: An assistant waits for approval: {{approval.title}}' }],
  },
  {
    name: 'Sender trouble to Slack',
    trigger_type: 'account.disconnected',
    match: 'all',
    conditions: [],
    actions: [
      {
        type: 'send_slack',
        text: ':warning: The sender {{account.name}} {{account.email}} needs attention: {{reason}}',
      },
    ],
  },
];
