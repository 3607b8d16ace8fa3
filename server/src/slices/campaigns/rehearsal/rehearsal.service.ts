import type { RehearsalAnswer, RehearsedDay } from '@overture/contract/rehearsal';
import { isEmailAccount } from '@overture/domain/accounts';
import { describeWaiting } from '@overture/domain/diagnosis/waiting-words';
import { type Flow, findNode } from '@overture/domain/flow/flow';
import { describeBottleneck } from '@overture/domain/rehearsal/bottleneck-words';
import { DEFAULT_ASSUMPTIONS, REHEARSAL_LIMITS } from '@overture/domain/rehearsal/rehearsal-limits';
import type {
  Assumptions,
  Rehearsal,
  RehearsalCampaign,
  RehearsalSender,
} from '@overture/domain/rehearsal/rehearsal-types';
import { usesLeadPlace } from '@overture/domain/sending/lead-hours';
import { getProviderGroup } from '@overture/domain/sending/sender-choice';
import { type Sentence, saySentence } from '@overture/domain/text/say';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { defineWork, runInThread } from '../../../kernel/thread-pool.ts';
import { type AccountRow, findAccounts } from '../../accounts/index.ts';
import { listLeadColumns } from '../../lead-columns/index.ts';
import { domainBudget, listSenders, type Sender } from '../../senders/index.ts';
import { listUsedDays } from '../../sending-days/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { findCompanySenders, findConversations, findNamedSenders, withMxGroups } from '../run/index.ts';
import { listAccountIds, presentAccounts } from '../settings/campaigns.rules.ts';
import { type CampaignRow, findCampaign } from '../settings/campaigns.store.ts';
import { requirePool, requireSenders } from '../settings/senders.service.ts';
import { requireReady } from '../start/activation.service.ts';
import { countLeadsAmong } from '../start/lead-moves.store.ts';
import type { GivenLead, GivenRehearsal } from './rehearsal.rules.ts';
import * as store from './rehearsal.store.ts';

export interface RehearsalOrder {
  linkedin_account_id?: number | null | undefined;
  email_account_id?: number | null | undefined;
  linkedin_account_ids?: number[] | null | undefined;
  email_account_ids?: number[] | null | undefined;
  prospect_ids?: number[] | null | undefined;
  email_max_messages?: number | null | undefined;
  linkedin_max_messages?: number | null | undefined;
  linkedin_max_connections?: number | null | undefined;
  accept_rate?: number | null | undefined;
  reply_rate?: number | null | undefined;
  accept_after_in_hours?: number | null | undefined;
  reply_after_in_hours?: number | null | undefined;
  seed?: number | null | undefined;
}

/** A rehearsal of 10,000 leads takes one to two seconds; a longer one is aborted. */
const TIMEOUT_IN_MS = 20_000;
/** Limit of senders, the campaign's own first. */
const MOST_SENDERS = 300;
const rehearsing = defineWork<GivenRehearsal, Rehearsal>({
  module: new URL('./rehearsal.rules.ts', import.meta.url),
  timeout_in_ms: TIMEOUT_IN_MS,
  max_waiting: 50,
});

interface Gathered {
  given: GivenRehearsal;
  campaign: CampaignRow;
  accounts: AccountRow[];
  left_out: number;
}

/**
 * Simulates what a campaign would do if it were started or resumed now, by the engine's rules and beside the running campaigns that share
 * its senders. Writes nothing.
 * @throws not_found, activation_refused with the specification's text, campaign_transition_refused for an archived campaign, unavailable
 * when too many rehearsals run at the same time
 */
export async function rehearseCampaign(ctx: Context, id: number, order: RehearsalOrder): Promise<RehearsalAnswer> {
  const gathered = await ctx.transaction((tx) => gather(tx, id, order));
  return present(gathered, await runInThread(rehearsing, gathered.given, { owner: ctx.organization.id }));
}

/** Another flow than the running one, and the leads' positions in it; null when the campaign ends for a lead. */
export interface FlowTrial {
  flow: Flow;
  horizon_in_days: number;
  place(lead: LeadPlace): LeadPlace | null;
  /** Finished leads that continue, by id. */
  reopened?: ReadonlyMap<number, LeadPlace>;
}
type LeadPlace = Pick<GivenLead, 'next_node_id' | 'next_at'>;

/** Actions per day (YYYY-MM-DD in the campaign's zone) under the flow of a trial: emails and LinkedIn actions of all senders. */
export async function rehearseTrial(
  ctx: Context,
  id: number,
  trial: FlowTrial,
): Promise<{ days: Map<string, number>; leads_left_out: number }> {
  const { given, left_out } = await ctx.transaction((tx) => gather(tx, id, {}, trial));
  const { senders } = await runInThread(rehearsing, given, { owner: ctx.organization.id });
  const days = new Map<string, number>();
  for (const day of senders.flatMap((sender) => sender.days))
    days.set(day.date, (days.get(day.date) ?? 0) + presentDay(day).total);
  return { days, leads_left_out: left_out };
}

async function gather(
  tx: TransactionContext,
  id: number,
  order: RehearsalOrder,
  trial: FlowTrial | null = null,
): Promise<Gathered> {
  await requireOrder(tx, order);
  const campaign = withOrder(orNotFound(await findCampaign(tx, id)), order);
  if (campaign.status === 'ARCHIVED')
    throw new ApiError('campaign_transition_refused', { from: 'archived', to: 'active' });
  const running = await listNodes(tx, id);
  const flow = trial ? withVariantRules(trial.flow, running) : running;
  await requireReady(tx, campaign, flow);
  const chosen = await chooseLeads(tx, campaign, order.prospect_ids, [...(trial?.reopened?.keys() ?? [])]);
  const leads = await store.listChosenLeads(tx, chosen, REHEARSAL_LIMITS.max_leads);
  const placed = trial ? placeLeads(leads, trial) : leads;
  const isFull = leads.length === REHEARSAL_LIMITS.max_leads;
  const leaving = await store.listLeaving(tx, id);
  const others = await store.listOtherCampaigns(tx, id, listAccountIds(campaign), REHEARSAL_LIMITS.max_other_campaigns);
  const { senderIds, accounts, senders } = await loadSenders(tx, campaign, leaving, others);
  const tied = await tieLeads(tx, campaign, placed);
  const now = tx.clock.now();
  const given: GivenRehearsal = {
    now,
    seed: order.seed ?? id,
    assumptions: toAssumptions(order),
    horizon_in_days: trial?.horizon_in_days ?? REHEARSAL_LIMITS.horizon_in_days,
    campaign_id: id,
    campaigns: [{ ...pickSettings(campaign), ...leaving, flow }, ...others],
    senders,
    days: await listUsedDays(tx, budgetsOf(tx, senderIds, [id, ...others.map((other) => other.id)]), now),
    leads: [...tied.leads, ...(await store.listOtherLeads(tx, others, REHEARSAL_LIMITS.max_other_leads))],
    companies: tied.companies,
    tier: senders.find((sender) => sender.id === campaign.linkedin_account_id)?.tier ?? null,
  };
  const left_out = isFull ? (await store.countChosenLeads(tx, chosen)) - leads.length : 0;
  return { given, campaign, left_out, accounts };
}

/** The leads an order means: named ones, or all that are under way or would be started. @throws not_found */
async function chooseLeads(
  tx: TransactionContext,
  campaign: CampaignRow,
  named: readonly number[] | null | undefined,
  reopened_ids: number[],
): Promise<store.ChosenLeads> {
  const prospect_ids = named?.length ? [...new Set(named)] : null;
  if (prospect_ids && (await countLeadsAmong(tx, campaign.id, prospect_ids)) < prospect_ids.length)
    throw new ApiError('not_found');
  return {
    campaign_id: campaign.id,
    linkedin_account_id: campaign.linkedin_account_id,
    starts_all: prospect_ids === null && (campaign.activated_at === null || campaign.status === 'COMPLETED'),
    prospect_ids,
    reopened_ids,
    uses_place: usesLeadPlace(campaign),
  };
}

/** Shares are no part of a revision: those of the running flow hold in it. */
function withVariantRules(flow: Flow, running: Flow): Flow {
  return flow.map((node) => {
    const stored = findNode(running, node.id);
    return node.kind === 'step' && stored?.kind === 'step' ? { ...node, variant_rules: stored.variant_rules } : node;
  });
}

function placeLeads(leads: readonly GivenLead[], trial: FlowTrial): GivenLead[] {
  return leads.flatMap((lead) => {
    const place = trial.reopened?.get(lead.id) ?? trial.place(lead);
    return place ? [{ ...lead, ...place }] : [];
  });
}

async function requireOrder(tx: TransactionContext, order: RehearsalOrder): Promise<void> {
  await requireSenders(tx, order);
  await requirePool(tx, 'email', order.email_account_ids ?? []);
  await requirePool(tx, 'linkedin', order.linkedin_account_ids ?? []);
}

/** Senders of the campaign, and those beside them in other campaigns: they take their part of the leads there. */
async function loadSenders(
  tx: TransactionContext,
  campaign: CampaignRow,
  leaving: { email_leaving: number[]; linkedin_leaving: number[] },
  others: readonly RehearsalCampaign[],
) {
  const left = [...leaving.email_leaving, ...leaving.linkedin_leaving];
  const all = [...listAccountIds(campaign), ...left, ...others.flatMap(sendersOf)];
  const senderIds = [...new Set(all)].slice(0, MOST_SENDERS);
  const accounts = await findAccounts(tx, senderIds);
  const known = await withMxGroups(tx, accounts);
  const senders = (await listSenders(tx, senderIds)).map((sender) => toRehearsalSender(sender, known));
  return { senderIds, accounts, senders };
}

const budgetsOf = (tx: TransactionContext, account_ids: number[], campaign_ids: number[]) => {
  return { organization_id: tx.organization.id, account_ids, campaign_ids };
};

/** The campaign as it would be started: the request's senders and limits replace its own. */
function withOrder(campaign: CampaignRow, order: RehearsalOrder): CampaignRow {
  const email_account_ids = choosePool(campaign.email_account_ids, order.email_account_ids, order.email_account_id);
  const linkedin_account_ids = choosePool(
    campaign.linkedin_account_ids,
    order.linkedin_account_ids,
    order.linkedin_account_id,
  );
  return {
    ...campaign,
    email_account_ids,
    linkedin_account_ids,
    linkedin_account_id: linkedin_account_ids[0] ?? campaign.linkedin_account_id,
    email_account_id: email_account_ids[0] ?? campaign.email_account_id,
    email_max_messages: order.email_max_messages ?? campaign.email_max_messages,
    linkedin_max_messages: order.linkedin_max_messages ?? campaign.linkedin_max_messages,
    linkedin_max_connections: order.linkedin_max_connections ?? campaign.linkedin_max_connections,
  };
}

/** A list goes before the one sender, which takes the place of the first. */
function choosePool(own: number[], several: number[] | null | undefined, one: number | null | undefined): number[] {
  if (several?.length) return [...new Set(several)];
  return one ? [one, ...own.slice(1).filter((id) => id !== one)] : own;
}

function pickSettings(campaign: CampaignRow) {
  const { id, timezone, sending_window, email_account_id, linkedin_account_id } = campaign;
  const { windows, counts_working_days, skips_holidays, holiday_calendar, uses_lead_zone } = campaign;
  const { email_max_messages, linkedin_max_messages, linkedin_max_connections } = campaign;
  const { provider_matching, max_emails_per_day_total, max_new_leads_per_day } = campaign;
  return {
    id,
    timezone,
    sending_window,
    windows,
    counts_working_days,
    skips_holidays,
    holiday_calendar,
    uses_lead_zone,
    email_account_id,
    linkedin_account_id,
    email_pool: campaign.email_account_ids,
    linkedin_pool: campaign.linkedin_account_ids,
    email_max_messages,
    linkedin_max_messages,
    linkedin_max_connections,
    provider_matching,
    max_emails_per_day_total,
    max_new_leads_per_day,
  };
}

/**
 * Leaves the sealed login out of the worker thread. A disconnected sender is simulated as connected: its leads wait for the reconnect, and
 * the screen says so.
 */
function toRehearsalSender(sender: Sender, accounts: readonly AccountRow[]): RehearsalSender {
  const account = accounts.find(({ id }) => id === sender.id);
  const { sealed_connection, sent_copy, provider_account_id, organization_id, email, uncounted_days, ...rest } = sender;
  return {
    ...rest,
    status: 'OK',
    has_connection: true,
    own_domain: domainBudget(sender),
    channel: account && isEmailAccount(account.account_type) ? 'email' : 'linkedin',
    group: account ? getProviderGroup(account) : null,
  };
}

const sendersOf = ({
  email_pool = [],
  linkedin_pool = [],
  email_leaving = [],
  linkedin_leaving = [],
}: RehearsalCampaign) => [...email_pool, ...linkedin_pool, ...email_leaving, ...linkedin_leaving];

/** The affinity of leads to the senders of a campaign with several, as the engine loads it. */
async function tieLeads(tx: TransactionContext, campaign: CampaignRow, leads: readonly GivenLead[]) {
  const organization_id = tx.organization.id;
  const companies: NonNullable<GivenRehearsal['companies']>[number][] = [];
  const known = new Map<number, number>();
  const named = { email: new Map<number, number>(), linkedin: new Map<number, number>() };
  const sender_column = await findSenderColumn(tx, campaign.sender_column_id);
  const domains = [...new Set(leads.flatMap(({ company }) => company ?? []))];
  const prospect_ids = leads.flatMap(({ prospect_id }) => prospect_id ?? []);
  for (const channel of ['email', 'linkedin'] as const) {
    const account_ids = channel === 'email' ? campaign.email_account_ids : campaign.linkedin_account_ids;
    if (account_ids.length < 2) continue;
    const asked = [{ campaign_id: campaign.id, organization_id, account_ids, domains, prospect_ids, sender_column }];
    named[channel] = (await findNamedSenders(tx, asked)).get(campaign.id) ?? named[channel];
    const found = await findCompanySenders(tx, asked, channel);
    for (const [company, account_id] of found.get(campaign.id) ?? []) companies.push({ channel, company, account_id });
    const talks = await findConversations(tx, asked);
    for (const [prospect_id, account_id] of talks.get(campaign.id) ?? []) known.set(prospect_id, account_id);
  }
  const isShared = campaign.email_account_ids.length > 1 || campaign.linkedin_account_ids.length > 1;
  const tied = leads.map((lead) => {
    const id = lead.prospect_id ?? 0;
    const wanted = { email: named.email.get(id) ?? null, linkedin: named.linkedin.get(id) ?? null };
    return { ...lead, conversation: known.get(id) ?? null, named: wanted };
  });
  return { leads: isShared ? tied : leads, companies };
}

/** Key of the column that names senders; null without one. */
async function findSenderColumn(tx: TransactionContext, id: number | null): Promise<string | null> {
  if (id === null) return null;
  return (await listLeadColumns(tx)).find((column) => column.id === id)?.key ?? null;
}

function toAssumptions(order: RehearsalOrder): Assumptions {
  return {
    accept_rate: order.accept_rate ?? DEFAULT_ASSUMPTIONS.accept_rate,
    reply_rate: order.reply_rate ?? DEFAULT_ASSUMPTIONS.reply_rate,
    accept_after_in_hours: order.accept_after_in_hours ?? DEFAULT_ASSUMPTIONS.accept_after_in_hours,
    reply_after_in_hours: order.reply_after_in_hours ?? DEFAULT_ASSUMPTIONS.reply_after_in_hours,
  };
}

function present({ given, campaign, accounts, left_out }: Gathered, rehearsal: Rehearsal): RehearsalAnswer {
  const { bottleneck, senders, finishes_at, last_action_at, held, ...rest } = rehearsal;
  const name = (id: number | null) => accounts.find((account) => account.id === id)?.name ?? null;
  const window = campaign.sending_window;
  const days = new Map(senders.map((sender) => [sender.account_id, sender.days]));
  return {
    ...rest,
    starts_at: given.now.toISOString(),
    timezone: campaign.timezone,
    finishes_at: finishes_at?.toISOString() ?? null,
    last_action_at: last_action_at?.toISOString() ?? null,
    leads_left_out: left_out,
    senders: presentAccounts(campaign, accounts).map((account) => ({
      account,
      days: (days.get(account.id) ?? []).map(presentDay),
    })),
    bottleneck: bottleneck && {
      rule: bottleneck.rule,
      lead_days: bottleneck.lead_days,
      ...toSaid(describeBottleneck(bottleneck, { sender: name(bottleneck.account_id), window })),
    },
    held: held.map(({ rule, leads }) => ({ ...toSaid(describeWaiting(rule).sentence), leads })),
    has_natural_rhythm: accounts.some(
      ({ id, natural_rhythm }) => natural_rhythm && campaign.email_account_ids.includes(id),
    ),
    other_campaigns: given.campaigns.length - 1,
    assumptions: given.assumptions,
  };
}

const toSaid = (sentence: Sentence) => ({ text: saySentence(sentence), sentence });

function presentDay({ date, actions, others }: Rehearsal['senders'][number]['days'][number]): RehearsedDay {
  const { email = 0, invite = 0, message = 0, inmail = 0, visit = 0, like = 0, withdraw = 0 } = actions;
  return {
    date,
    total: email + invite + message + inmail + visit + like + withdraw,
    emails: email,
    invites: invite,
    messages: message,
    inmails: inmail,
    visits: visit,
    likes: like,
    withdrawals: withdraw,
    others,
  };
}
