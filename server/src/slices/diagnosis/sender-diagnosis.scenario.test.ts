import { sql } from 'kysely';
import { test } from 'vitest';
import {
  AFTERNOONS,
  EMAIL,
  type Fault,
  INVITE,
  inHours,
  LATER,
  type Made,
  useFaultWorld,
} from '../../testing/fault-world.ts';

const {
  check,
  write,
  lockSender,
  setCampaign,
  setSender,
  setLeads,
  useUp,
  pauseByGuard,
  endPlan,
  holdSending,
  disconnect,
  failDomain,
  addMailbox,
} = useFaultWorld();

/** Faults of senders and their limits, seen from a campaign and from the sender. */
const FAULTS: Fault[] = [
  // Its senders.
  {
    name: 'no sender',
    expects: 'sender_missing',
    cure: 'choose_sender',
    before: async ({ campaign_id }) => {
      await write(sql`delete from campaign_senders where campaign_id = ${campaign_id}`);
      await write(sql`update campaigns set email_account_id = null, version = version + 1 where id = ${campaign_id}`);
    },
  },
  {
    name: 'the mailbox refuses its password',
    expects: 'sender_held',
    cure: 'reconnect_sender',
    state: 'stopped',
    before: disconnect,
  },
  {
    name: 'the mailbox is disconnected outside the window',
    expects: 'sender_held',
    spec: { sending_window: AFTERNOONS },
    before: disconnect,
  },
  { name: 'the mailbox is stopped', expects: 'sender_held', before: setSender(sql`status = 'STOPPED'`) },
  {
    name: 'the sender was removed',
    expects: 'sender_held',
    cure: 'choose_sender',
    before: setSender(sql`deleted_at = app_now()`),
  },
  {
    name: 'the connection is lost',
    expects: 'sender_held',
    cure: 'reconnect_sender',
    before: setSender(sql`sealed_connection = null`),
  },
  {
    name: 'the provider asked to wait',
    expects: 'sender_held',
    state: 'waiting',
    says: '450 too many mails',
    before: setSender(sql`held_until = ${inHours(2)}, held_reason = '450 too many mails'`),
  },
  {
    name: 'both mailboxes are disconnected',
    expects: 'sender_held',
    cure: 'reconnect_sender',
    before: async (made) => {
      await disconnect(made);
      await addMailbox(made, `two${made.organization_id}@acme.example`, 'CREDENTIALS');
    },
  },
  {
    name: 'one of two is disconnected, and the other has used its limit',
    expects: 'daily_limit',
    before: async (made) => {
      await disconnect(made);
      const other = await addMailbox(made, `two${made.organization_id}@acme.example`);
      await useUp('account', 40, () => other)(made);
    },
  },
  {
    name: 'the guard paused the sender',
    expects: 'guard',
    cure: 'release_guard',
    says: '3 bounces among 60',
    before: pauseByGuard('sender'),
  },
  { name: 'the guard paused the domain', expects: 'guard', before: pauseByGuard('domain') },
  { name: 'the guard paused the campaign', expects: 'guard', before: pauseByGuard('campaign') },
  {
    name: 'the guard paused it on a day without mail',
    expects: 'guard',
    spec: { sending_window: { ...AFTERNOONS, days: [2] } },
    before: pauseByGuard('sender'),
  },
  {
    name: 'DNS records are wrong',
    expects: 'domain_records',
    cure: 'open_sender',
    says: 'no SPF record',
    before: failDomain,
  },
  {
    name: 'DNS records are wrong, within the 72 hours',
    expects: 'delay',
    nodes: [EMAIL, LATER],
    before: setSender(sql`domain_hold_reason = 'acme.example has no DMARC record.', domain_held_from = ${inHours(60)}`),
  },
  // What holds leads that are due.
  {
    name: 'the window is closed',
    expects: 'window',
    cure: 'open_settings',
    state: 'waiting',
    spec: { sending_window: AFTERNOONS },
  },
  {
    name: 'a day without sending',
    expects: 'closed_day',
    says: 'Mondays',
    spec: { sending_window: { ...AFTERNOONS, start: '00:00', end: '24:00', days: [2, 3] } },
  },
  {
    name: 'between two windows of a day',
    expects: 'window',
    before: setCampaign(sql`windows = '{"1":[{"start":"06:00","end":"08:00"},{"start":"13:00","end":"15:00"}]}'`),
  },
  {
    name: 'the zone of the campaign is elsewhere',
    expects: 'window',
    spec: { timezone: 'Pacific/Auckland', sending_window: { days: [1, 2, 3, 4, 5], start: '08:00', end: '17:00' } },
  },
  {
    name: 'the daily limit is used',
    expects: 'daily_limit',
    cure: 'open_sender',
    says: '40',
    state: 'waiting',
    before: useUp('account', 40),
  },
  {
    name: 'a ramp',
    expects: 'daily_limit',
    says: 'warming up',
    before: async (made) => {
      await setSender(sql`ramp = 'new', ramp_since = app_now()`)(made);
      await useUp('account', 10)(made);
    },
  },
  {
    name: "the campaign's limit of a sender is used",
    expects: 'daily_limit',
    says: '40',
    before: useUp('campaign', 40, ({ campaign_id }) => campaign_id),
  },
  {
    name: 'the limit over all senders is used',
    expects: 'total_limit',
    cure: 'open_settings',
    before: async (made) => {
      await setCampaign(sql`max_emails_per_day_total = 5`)(made);
      await useUp('campaign:total', 5, ({ campaign_id }) => campaign_id)(made);
    },
  },
  {
    name: 'the new leads of today are used',
    expects: 'new_leads_limit',
    before: async (made) => {
      await setCampaign(sql`max_new_leads_per_day = 5`)(made);
      await useUp('campaign:new', 5, ({ campaign_id }) => campaign_id)(made);
    },
  },
  {
    name: 'the own domain has used its limit',
    expects: 'domain_limit',
    before: async (made) => {
      await setSender(sql`own_domain_max_messages = 5`)(made);
      await useUp('domain:acme.example', 5, ({ organization_id }) => organization_id)(made);
    },
  },
  {
    name: 'a day off',
    expects: 'day_off',
    cure: 'open_sender',
    before: setSender(sql`days_off = array[(app_now() at time zone 'UTC')::date]`),
  },
  {
    name: 'the natural rhythm',
    expects: 'rhythm',
    spec: { sending_window: { ...AFTERNOONS, start: '08:59' } },
    before: async (made) => {
      await setSender(sql`natural_rhythm = true, send_gap_in_seconds = 60`)(made);
    },
  },
  {
    name: 'the gap',
    expects: 'gap',
    before: setSender(sql`send_gap_in_seconds = 600, next_send_at = app_now() + interval '9 minutes'`),
  },
  {
    name: 'the engine does not run',
    expects: 'engine_late',
    cure: 'ask_operator',
    nodes: [EMAIL, EMAIL],
    last: async ({ campaign_id }) => {
      await write(
        sql`update campaign_leads set status = 'ACTIVE', next_lane = 'email', next_at = app_now() - interval '1 hour', is_in_flight = false, next_node_id = (select max(id) from campaign_nodes where campaign_id = ${campaign_id}) where campaign_id = ${campaign_id}`,
      );
      await write(sql`update campaigns set status = 'ACTIVE' where id = ${campaign_id}`);
      await write(
        sql`update campaign_lanes set look_at = app_now() - interval '20 minutes', waiting_rule = null where campaign_id = ${campaign_id}`,
      );
    },
  },
  {
    name: 'no dispatcher takes the mail',
    expects: 'engine_late',
    nodes: [EMAIL, LATER],
    last: async ({ organization_id, account_id, campaign_id, node_ids }) => {
      await lockSender(account_id);
      await setLeads(sql`next_at = app_now(), is_in_flight = true`)({ campaign_id } as Made);
      await write(sql`insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, campaign_id, due_at)
        select ${organization_id}, 'campaign_step', id, ${node_ids[1]}::bigint, ${account_id}, ${campaign_id},
          app_now() - interval '1 hour' from campaign_leads where campaign_id = ${campaign_id}`);
    },
  },
  // LinkedIn.
  { name: 'LinkedIn is disconnected', expects: 'sender_held', linkedin: true, nodes: [INVITE], before: disconnect },
  {
    name: 'the invites of the week are used',
    expects: 'weekly_limit',
    linkedin: true,
    nodes: [INVITE],
    before: (made) =>
      write(
        sql`insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap, used) values (${made.organization_id}, 'account:invite', ${made.account_id}, (app_now() at time zone 'UTC')::date - 2, 'UTC', app_now() - interval '2 days', app_now() - interval '1 day', 100, 100)`,
      ),
  },
  {
    name: 'the invites of the day are used',
    expects: 'daily_limit',
    linkedin: true,
    nodes: [INVITE],
    before: useUp('account:invite', 50),
  },
  {
    name: 'LinkedIn asked to pause invites',
    expects: 'action_held',
    says: 'invites',
    state: 'waiting',
    linkedin: true,
    nodes: [INVITE],
    before: setSender(
      sql`action_holds = jsonb_build_object('invite', jsonb_build_object('until', app_now() + interval '1 day', 'reason', 'limit reached'))`,
    ),
  },
  {
    name: 'the risk budget is used',
    expects: 'risk_limit',
    linkedin: true,
    nodes: [INVITE],
    before: setSender(sql`enforces_risk = true, risk_pending = 600`),
  },
  {
    name: 'LinkedIn is worked by hand',
    expects: 'by_hand',
    cure: 'act_on_linkedin',
    linkedin: true,
    nodes: [INVITE],
    before: setSender(sql`is_assisted = true, provider_account_id = null`),
  },
  {
    name: 'an invite is not accepted yet',
    expects: 'condition',
    says: 'accepted',
    linkedin: true,
    nodes: [{ type: 'ACCEPTED_INVITE', delay_in_hours: 48 }],
    last: setLeads(sql`waiting_rule = 'condition'`),
  },
  // A sender.
  {
    name: 'of a sender: the password',
    expects: 'sender_held',
    of: 'sender',
    cure: 'reconnect_sender',
    before: disconnect,
  },
  {
    name: 'of a sender: its provider',
    expects: 'sender_held',
    of: 'sender',
    state: 'waiting',
    before: setSender(sql`held_until = ${inHours(2)}, held_reason = '421 slow down'`),
  },
  {
    name: 'of a sender: the guard',
    expects: 'guard',
    of: 'sender',
    cure: 'release_guard',
    before: pauseByGuard('sender'),
  },
  { name: 'of a sender: DNS', expects: 'domain_records', of: 'sender', before: failDomain },
  { name: 'of a sender: the plan', expects: 'subscription', of: 'sender', before: endPlan },
  { name: 'of a sender: a restored backup', expects: 'restored_backup', of: 'sender', before: holdSending },
  {
    name: 'of a sender: no campaign',
    expects: 'no_campaign',
    of: 'sender',
    cure: 'choose_sender',
    after: setCampaign(sql`status = 'PAUSED'`),
  },
  { name: 'of a sender: its limit', expects: 'daily_limit', of: 'sender', before: useUp('account', 40) },
  {
    name: 'of a sender: its day off',
    expects: 'day_off',
    of: 'sender',
    before: setSender(sql`days_off = array[(app_now() at time zone 'UTC')::date]`),
  },
  {
    name: 'of a sender: its domain',
    expects: 'domain_limit',
    of: 'sender',
    before: async (made) => {
      await setSender(sql`own_domain_max_messages = 5`)(made);
      await useUp('domain:acme.example', 5, ({ organization_id }) => organization_id)(made);
    },
  },
  {
    name: 'of a sender: the window of its campaign',
    expects: 'window',
    of: 'sender',
    spec: { sending_window: AFTERNOONS },
  },
  { name: 'of a sender: the delay of its leads', expects: 'delay', of: 'sender', nodes: [EMAIL, LATER] },
  { name: 'of a sender: all leads are done', expects: 'no_campaign', of: 'sender' },
  {
    name: 'of a sender: LinkedIn asked to pause',
    expects: 'action_held',
    of: 'sender',
    linkedin: true,
    nodes: [INVITE],
    before: setSender(
      sql`action_holds = jsonb_build_object('invite', jsonb_build_object('until', app_now() + interval '1 day', 'reason', 'limit reached'))`,
    ),
  },
];

test.each(FAULTS)('$name: $expects', check);
