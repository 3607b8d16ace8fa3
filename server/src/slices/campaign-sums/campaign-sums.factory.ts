import { NODE_TYPES } from '@overture/domain/flow/step-types';
import { kindColumn } from './campaign-sums.store.ts';

/** A table of sums: its stored rows, and a recount of events or leads. Both queries must return the same rows. */
export interface SumCheck {
  table: string;
  kept: string;
  counted: string;
}

const FIGURES: Record<string, string> = {
  emails_sent: "type = 'email_sent'",
  linkedin_messages_sent: "type in ('linkedin_message_sent', 'inmail_sent')",
  invites_sent: "type = 'invite_sent'",
  invites_accepted: "type = 'invite_accepted'",
  contacted: "type = 'contacted'",
  replies: "type = 'replied'",
  interested: "type = 'interested'",
};
const DONE: Record<string, string> = { actions: 'action is not null' };
const day = (moment: string) => `(${moment} at time zone 'UTC')::date`;
const month = (moment: string) => `date_trunc('month', ${moment} at time zone 'UTC')::date`;

const WRITTEN_FACTS = `select organization_id, campaign_id, campaign_lead_id,
    case type when 'email_sent' then 'emails_sent' else 'linkedin_messages_sent' end as metric, ${day('occurred_at')} as day,
    account_id, count(*) as amount
  from campaign_events where type in ('email_sent', 'linkedin_message_sent', 'inmail_sent')`;

/** Every table of sums of campaigns. Rows of nothing but zeros are as good as none. */
export const sumChecks: SumCheck[] = [
  ofEvents('organization_days', { day: day('occurred_at'), campaign_id: '', account_id: '' }, { ...FIGURES, ...DONE }),
  ofEvents('account_days', { day: day('occurred_at'), account_id: '' }, { ...FIGURES, ...DONE }),
  ofEvents(
    byAction('organization_days'),
    { day: day('occurred_at'), campaign_id: '', account_id: '', action: '' },
    { amount: 'action is not null' },
  ),
  ofEvents(
    byAction('account_days'),
    { day: day('occurred_at'), account_id: '', action: '' },
    { amount: 'action is not null' },
  ),
  ofEvents(
    'campaign_months',
    { month: month('occurred_at'), campaign_id: '', account_id: '' },
    { contacted: FIGURES.contacted!, replies: FIGURES.replies! },
  ),
  ofSteps('campaign_step_days', { day: day('occurred_at'), account_id: '' }),
  ofSteps('campaign_step_months', { month: month('occurred_at') }),
  check(
    'campaign_counts',
    ['organization_id', 'campaign_id'],
    ['total', 'completed', 'contacted', 'replied'],
    `
    select organization_id, campaign_id, count(*) as total,
      count(*) filter (where status in ('COMPLETED', 'FAILED', 'REPLIED')) as completed, count(contacted_at) as contacted,
      count(replied_at) as replied from campaign_leads where archived_at is null group by 1, 2`,
  ),
  check(
    'campaign_standings',
    ['organization_id', 'campaign_id', 'status', 'next_node_id'],
    ['leads'],
    `
    select organization_id, campaign_id, status, coalesce(next_node_id, 0) as next_node_id, count(*) as leads
    from campaign_leads where archived_at is null group by 1, 2, 3, 4`,
  ),
  ofPeople('account_people_days', []),
  ofPeople('campaign_people_days', ['campaign_id']),
  check(
    'campaign_lead_days, unnest(days, account_ids, amounts) as fact (day, account_id, amount)',
    ['organization_id', 'campaign_id', 'campaign_lead_id', 'metric', 'day', 'account_id'],
    ['amount'],
    `${WRITTEN_FACTS} group by 1, 2, 3, 4, 5, 6`,
  ),
];

function check(table: string, keys: string[], sums: string[], counted: string): SumCheck {
  const columns = [...keys, ...sums].join(', ');
  const summed = sums.map((name) => `sum(${name}) as ${name}`).join(', ');
  const isSomething = sums.map((name) => `sum(${name}) <> 0`).join(' or ');
  return {
    table,
    kept: `select ${keys.join(', ')}, ${summed} from ${table} group by ${keys.join(', ')} having ${isSomething}`,
    counted: `select ${columns} from (${counted}) as counted`,
  };
}

/** A row for each kind of node. */
function byAction(table: string): string {
  const kinds = NODE_TYPES.map((kind) => `('${kind}', t.${kindColumn(kind)})`);
  return `(select t.*, a.action, a.amount from ${table} t cross join lateral (values ${kinds.join(', ')}) a (action, amount)) as by_action`;
}

function ofEvents(table: string, keys: Record<string, string>, figures: Record<string, string>): SumCheck {
  const names = ['organization_id', ...Object.keys(keys)];
  const sums = Object.keys(figures);
  const counts = Object.entries(figures).map(([name, which]) => `count(*) filter (where ${which}) as ${name}`);
  const isSomething = Object.values(figures)
    .map((which) => `(${which}) is true`)
    .join(' or ');
  return check(
    table,
    names,
    sums,
    `select ${expressions(keys)}, ${counts.join(', ')} from campaign_events
    where ${isSomething} group by ${names.map((_, index) => index + 1).join(', ')}`,
  );
}

function ofSteps(table: string, keys: Record<string, string>): SumCheck {
  const all = { campaign_id: '', node_id: '', type: '', variant: "coalesce(variant, '')", ...keys };
  const names = ['organization_id', ...Object.keys(all)];
  return check(
    table,
    names,
    ['amount', 'seconds'],
    `select ${expressions(all)}, count(*) as amount,
    coalesce(sum(seconds), 0) as seconds from campaign_events group by ${names.map((_, index) => index + 1).join(', ')}`,
  );
}

/** Every message of a lead with every earlier one that may be the one before it, once the senders between are left out. */
function ofPeople(table: string, keys: string[]): SumCheck {
  const chain = ['reach', 'day', 'previous_day', 'account_id', 'previous_account_id', 'passed_over'];
  const names = ['organization_id', ...keys, 'metric'];
  return check(
    table,
    [...names, ...chain],
    ['people'],
    `
    select ${names.join(', ')}, case when j = 0 then 0 else (1 << length(ltrim((days[i] - days[j])::bit(24)::text, '0'))) - 1 end as reach,
      days[i] as day, case when j = 0 then '-infinity' else days[j] end as previous_day, senders[i] as account_id,
      case when j = 0 then senders[i] else senders[j] end as previous_account_id, passed_over, count(*) as people
    from (select organization_id, campaign_id, metric, campaign_lead_id, array_agg(day order by day, account_id) as days,
        array_agg(account_id order by day, account_id) as senders
      from (${WRITTEN_FACTS} group by 1, 2, 3, 4, 5, 6) as facts group by 1, 2, 3, 4) as leads,
      generate_subscripts(days, 1) as i, generate_series(0, i - 1) as j,
      lateral (select coalesce(array_agg(distinct sender order by sender), '{}') as passed_over
        from unnest(senders[j + 1 : i - 1]) as sender) as between_them
    where senders[i] <> all (passed_over) and (j = 0 or (senders[j] <> all (passed_over) and days[j] < days[i]))
    group by ${[...names, ...chain].map((_, index) => index + 1).join(', ')}`,
  );
}

function expressions(keys: Record<string, string>): string {
  return ['organization_id', ...Object.entries(keys).map(([name, text]) => (text ? `${text} as ${name}` : name))].join(
    ', ',
  );
}
