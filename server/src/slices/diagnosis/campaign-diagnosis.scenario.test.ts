import { api } from '@overture/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { EMAIL, type Fault, inHours, LATER, useFaultWorld } from '../../testing/fault-world.ts';
import * as world from '../campaigns/run/run.factory.ts';

const { check, server, system, write, plant, setCampaign, setOrganization, setLeads, endPlan, holdSending } =
  useFaultWorld();

/** Faults of campaigns and their leads. */
const FAULTS: Fault[] = [
  // The campaign as a whole.
  { name: 'archived', expects: 'archived', cure: 'restore_campaign', after: setCampaign(sql`status = 'ARCHIVED'`) },
  {
    name: 'a draft without leads',
    expects: 'no_leads',
    cure: 'add_leads',
    people: [],
    is_started: false,
    before: setCampaign(sql`status = 'DRAFT'`),
  },
  {
    name: 'a draft without steps',
    expects: 'no_steps',
    cure: 'open_steps',
    is_started: false,
    before: async (made) => {
      await setCampaign(sql`status = 'DRAFT'`)(made);
      await write(sql`delete from campaign_nodes where campaign_id = ${made.campaign_id}`);
    },
  },
  {
    name: 'a draft that was not started',
    expects: 'draft',
    cure: 'start_campaign',
    state: 'stopped',
    is_started: false,
    last: setCampaign(sql`status = 'DRAFT', activated_at = null`),
  },
  {
    name: 'an example',
    expects: 'demo',
    state: 'stopped',
    is_started: false,
    last: setCampaign(sql`status = 'DRAFT', is_demo = true`),
  },
  {
    name: 'a start that waits for approval',
    expects: 'approval',
    cure: 'review_approval',
    is_started: false,
    last: async (made) => {
      await setCampaign(sql`status = 'DRAFT'`)(made);
      await write(sql`insert into approvals (organization_id, kind, state, campaign_id, parameters, preview, fingerprint, nonce, expires_at, requested_at)
        values (${made.organization_id}, 'campaign_activation', 'waiting', ${made.campaign_id}, '{}', '{}', '\\x00', ${`n${made.campaign_id}`}, ${inHours(20)}, app_now())`);
    },
  },
  {
    name: 'paused',
    expects: 'paused',
    cure: 'resume_campaign',
    state: 'stopped',
    after: setCampaign(sql`status = 'PAUSED'`),
  },
  { name: 'the trial ended', expects: 'subscription', cure: 'open_plan', before: endPlan },
  {
    name: 'the subscription ended',
    expects: 'subscription',
    before: setOrganization(
      sql`active_subscription = false, had_subscription = true, trial_ends_at = app_now() - interval '40 days'`,
    ),
  },
  {
    name: 'a draft after the trial',
    expects: 'subscription',
    is_started: false,
    last: async (made) => {
      await endPlan(made);
      await setCampaign(sql`status = 'DRAFT'`)(made);
    },
  },
  {
    name: 'a restored backup',
    expects: 'restored_backup',
    cure: 'ask_operator',
    state: 'stopped',
    before: holdSending,
  },
  { name: 'no leads in a running campaign', expects: 'no_leads', people: [], is_started: false },
  {
    name: 'all leads archived',
    expects: 'no_leads',
    nodes: [EMAIL, LATER],
    after: setLeads(sql`archived_at = app_now()`),
  },
  { name: 'leads that were not started', expects: 'none_started', cure: 'open_leads', is_started: false },
  { name: 'all leads are done', expects: 'completed', cure: 'add_leads', state: 'finished' },
  {
    name: 'changes that are not published',
    expects: 'working_copy',
    cure: 'publish_changes',
    after: ({ organization_id, campaign_id }) =>
      write(
        sql`insert into campaign_working_copies (campaign_id, organization_id, flow) values (${campaign_id}, ${organization_id}, '[]')`,
      ),
  },
  {
    name: 'all leads suppressed',
    expects: 'all_failed',
    says: 'do-not-contact',
    before: ({ organization_id }) =>
      write(
        sql`insert into suppressions (organization_id, email, reason) select organization_id, email, 'manual' from prospects where organization_id = ${organization_id}`,
      ),
  },
  {
    name: 'all leads at excluded domains',
    expects: 'all_failed',
    says: 'excluded',
    before: ({ organization_id }) =>
      write(
        sql`insert into excluded_domains (organization_id, domain, unicode_domain) values (${organization_id}, 'fault.example', 'fault.example')`,
      ),
  },
  // What holds single leads.
  {
    name: 'leads are paused',
    expects: 'lead_paused',
    cure: 'open_leads',
    nodes: [EMAIL, LATER],
    after: setLeads(sql`status = 'PAUSED'`),
  },
  {
    name: 'leads are away',
    expects: 'away',
    state: 'waiting',
    nodes: [EMAIL, LATER],
    after: setLeads(sql`away_until = ${inHours(90)}`),
  },
  {
    name: 'a team member has written to the leads',
    expects: 'own_message',
    cure: 'open_inbox',
    state: 'waiting',
    nodes: [EMAIL, LATER],
    after: setLeads(sql`message_hold_until = ${inHours(90)}`),
  },
  {
    name: 'a stranger may have replied',
    expects: 'possible_answer',
    cure: 'open_inbox',
    says: 'kees@private.example',
    nodes: [EMAIL, LATER],
    after: setLeads(sql`possible_answer_from = 'kees@private.example'`),
  },
  {
    name: 'data is missing',
    expects: 'missing_data',
    cure: 'fill_data',
    state: 'stopped',
    people: [{ company_name: null }],
  },
  {
    name: 'a custom column is empty',
    expects: 'missing_data',
    cure: 'fill_data',
    nodes: [{ type: 'EMAIL', message: 'About {{job_title}}' }],
  },
  {
    name: 'addresses may not exist',
    expects: 'address_held',
    cure: 'fill_data',
    state: 'stopped',
    nodes: [EMAIL, LATER],
    last: setLeads(
      sql`next_at = ${inHours(24)}, waiting_rule = 'address_held', missing_data = 'The address does not exist'`,
    ),
  },
  { name: 'no address for the step', expects: 'missing_data', people: [{ email: null }] },
  {
    name: 'addresses are being checked',
    expects: 'address_check',
    state: 'waiting',
    last: setLeads(
      sql`status = 'SCHEDULED', next_lane = 'email', next_at = ${inHours(1)}, waiting_rule = 'address_check'`,
    ),
    nodes: [EMAIL, LATER],
  },
  {
    name: 'the unsubscribe link is missing',
    expects: 'unsubscribe_link',
    cure: 'open_steps',
    before: setOrganization(sql`requires_unsubscribe_link = true`),
  },
  {
    name: 'a CRM knows the lead as a customer',
    expects: 'crm_hold',
    cure: 'open_integrations',
    says: 'customer',
    before: async ({ organization_id }) => {
      await write(sql`with crm as (insert into integrations (organization_id, integration_type, account_id, account_name) values (${organization_id}, 'HUBSPOT', 'acme', 'Acme') returning id)
        insert into crm_people (organization_id, integration_id, record_id, email, standing, words) select ${organization_id}, crm.id, p.id::text, p.email, 'customer', 'A customer in HubSpot' from crm, prospects p where p.organization_id = ${organization_id}`);
    },
  },
  {
    name: 'another campaign has the lead',
    expects: 'touch_lock',
    cure: 'open_touch_lock',
    before: async (made) => {
      await server.owner.query(
        'insert into touch_lock_rules (organization_id, is_on, recorded_to) values ($1, true, null)',
        [made.organization_id],
      );
      const other = await world.makeCampaign(system(), {
        organization_id: made.organization_id,
        account_id: made.account_id,
        nodes: [EMAIL, LATER],
      });
      await world.startPeople(system(), other, made.organization_id, made.prospects);
      await world.runUntilQuiet(system());
    },
  },
  {
    name: 'a snippet is being written',
    expects: 'snippet',
    nodes: [EMAIL, LATER],
    last: setLeads(sql`next_at = ${inHours(1)}, waiting_rule = 'snippet'`),
  },
  {
    name: 'snippets wait for credits',
    expects: 'credits',
    cure: 'open_plan',
    state: 'stopped',
    nodes: [EMAIL, LATER],
    last: async (made) => {
      await setLeads(sql`next_at = ${inHours(1)}, waiting_rule = 'snippet'`)(made);
      await setOrganization(sql`email_credits = 0`)(made);
    },
  },
  {
    name: 'the last attempt failed',
    expects: 'retry',
    nodes: [EMAIL, LATER],
    last: setLeads(sql`next_at = ${inHours(1)}, waiting_rule = 'retry'`),
  },
  {
    name: 'risky addresses have used their share',
    expects: 'risky_limit',
    nodes: [EMAIL, LATER],
    last: setLeads(sql`next_at = ${inHours(1)}, waiting_rule = 'risky_limit'`),
  },
  {
    name: 'a call waits for a person',
    expects: 'manual_call',
    cure: 'open_today',
    nodes: [{ type: 'CALL_PROSPECT' }],
    people: [{ phone_number: '+31201234567' }],
  },
  {
    name: 'an unconfirmed mail',
    expects: 'unconfirmed',
    cure: 'open_today',
    nodes: [EMAIL, LATER],
    last: async ({ organization_id, account_id, campaign_id, node_ids }) => {
      await write(sql`update campaign_leads set is_in_flight = true where campaign_id = ${campaign_id}`);
      await write(sql`insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, campaign_id, state, unknown_since)
        select ${organization_id}, 'campaign_step', id, ${node_ids[1]}::bigint, ${account_id}, ${campaign_id}, 'parked', app_now() from campaign_leads where campaign_id = ${campaign_id}`);
    },
  },
  { name: 'the delay of the next step', expects: 'delay', state: 'waiting', nodes: [EMAIL, LATER] },
  {
    name: 'missing data comes before the delay of others',
    expects: 'missing_data',
    nodes: [EMAIL, LATER],
    people: [{}, { company_name: null }],
  },
  {
    name: 'it is night where the leads are',
    expects: 'lead_zone',
    cure: 'open_settings',
    spec: { sending_window: { days: [1, 2, 3, 4, 5, 6, 7], start: '08:00', end: '18:00' } },
    before: async (made) => {
      await setCampaign(sql`uses_lead_zone = true`)(made);
      await write(sql`update prospects set location = 'Tokyo, Japan' where organization_id = ${made.organization_id}`);
    },
  },
  // Moves the clock: last.
  {
    name: 'a public holiday',
    expects: 'holiday',
    at: new Date('2027-01-01T10:00:00Z'),
    spec: { timezone: 'Europe/Berlin' },
    before: setCampaign(sql`skips_holidays = true`),
  },
];

test.each(FAULTS)('$name: $expects', check);

test('campaigns and senders of others are not found', async () => {
  const [made, other] = [await plant({ name: '', expects: 'completed' }), await server.signUp()];
  expect((await other.call(api.diagnoseCampaign, { params: { id: made.campaign_id } })).status).toBe(404);
  expect((await other.call(api.diagnoseSender, { params: { id: made.account_id } })).status).toBe(404);
});
