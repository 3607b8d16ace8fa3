/** What a goal counts: figures of the dashboard, and meetings by the day they were booked. */
export const GOAL_METRICS = [
  'emails_sent',
  'linkedin_messages_sent',
  'invites_sent',
  'contacted',
  'replies',
  'interested',
  'meetings',
] as const;
export type GoalMetric = (typeof GOAL_METRICS)[number];

export const GOAL_METRIC_LABELS: Record<GoalMetric, string> = {
  emails_sent: 'Emails sent',
  linkedin_messages_sent: 'LinkedIn messages sent',
  invites_sent: 'Invites sent',
  contacted: 'Leads contacted',
  replies: 'Replies',
  interested: 'Positive replies',
  meetings: 'Meetings booked',
};

export const GOAL_KINDS = ['organization', 'people', 'campaign'] as const;
export type GoalKind = (typeof GOAL_KINDS)[number];

export const GOAL_PERIODS = ['week', 'month'] as const;
export type GoalPeriod = (typeof GOAL_PERIODS)[number];

/** `own`: of a person who is no organization admin. Without it, one person could use up all of the organization's. */
export const GOAL_LIMITS = { goals: 50, own: 10, people: 100, max_target: 1_000_000, name_max: 80 } as const;

export const GOAL_STATES = ['reached', 'ahead', 'on_pace', 'behind'] as const;
