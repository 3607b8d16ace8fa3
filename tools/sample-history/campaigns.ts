import { call } from '../../bench/proofs/month/month-calls.ts';
import { connectLinkedin, connectMailbox, importList } from '../../bench/proofs/month/month-setup.ts';
import { LEAD_COLUMNS, writeLeads } from './people.ts';
import { type FlowNode, FOUNDERS_FLOW, fallbackOf, MARKETING_FLOW, SALES_FLOW, WEBINAR_FLOW } from './texts.ts';
import type { World } from './world.ts';

interface Plan {
  name: string;
  label: string;
  list: string;
  titles: string[];
  flow: FlowNode;
  linkedin?: number;
  email?: number;
  first_week: number;
  /** Leads that join, week by week. */
  joining: number[];
  /** A user pauses it at its beginning. */
  paused_in_week?: number;
}

const MARKETING = ['Head of Marketing', 'Marketing Director', 'VP Marketing', 'CMO', 'Demand Generation Manager'];
const SALES = ['Head of Sales', 'Sales Director', 'VP Sales', 'Head of Business Development', 'Sales Operations Lead'];
const FOUNDERS = ['Founder', 'Co-founder & CEO', 'CEO', 'Managing Director'];

export const WEEKS = 13;

const PLANS: readonly Plan[] = [
  {
    name: 'Heads of marketing, Europe',
    label: 'New business',
    list: 'Heads of marketing Europe',
    titles: MARKETING,
    flow: MARKETING_FLOW,
    email: 0,
    first_week: 0,
    joining: [24, 30, 36, 42, 48],
  },
  {
    name: 'Founders on LinkedIn',
    label: 'New business',
    list: 'Founders Europe',
    titles: FOUNDERS,
    flow: FOUNDERS_FLOW,
    linkedin: 0,
    first_week: 2,
    joining: [14, 18, 20, 22, 24, 26, 24, 24],
    paused_in_week: 10,
  },
  {
    name: 'Sales leaders, LinkedIn then email',
    label: 'Outbound',
    list: 'Sales leaders Europe',
    titles: SALES,
    flow: SALES_FLOW,
    linkedin: 1,
    email: 1,
    first_week: 4,
    joining: [16, 20, 22, 26, 28, 30, 32, 36, 40],
  },
  {
    name: 'Webinar follow-up',
    label: 'Events',
    list: 'Webinar sign-ups',
    titles: [...MARKETING, ...SALES],
    flow: WEBINAR_FLOW,
    email: 0,
    first_week: 8,
    joining: [20, 26, 30, 36, 44],
  },
  {
    name: 'Partners, Europe',
    label: 'Outbound',
    list: 'Agencies Europe',
    titles: ['Agency Owner', 'Partner', 'Managing Director'],
    flow: SALES_FLOW,
    linkedin: 0,
    email: 0,
    first_week: 12,
    joining: [],
  },
];
const DRAFT_LEADS = 60;

export interface Campaign {
  id: number;
  plan: Plan;
  search_id: number;
  senders: { linkedin_account_id?: number; email_account_id?: number };
  added: number;
}

export interface Senders {
  linkedin: { id: number; seat: string }[];
  mailboxes: { id: number; email: string }[];
}

/** Two people of the organization, each with LinkedIn and a mailbox. */
export async function connectSenders(world: World): Promise<Senders> {
  const mailboxes = [
    await connectMailbox(world, 'ada@northwind-growth.example', 0),
    await connectMailbox(world, 'ruben@northwind-growth.example', 0, 'Ruben de Wit'),
  ];
  const linkedin = [await connectLinkedin(world, 0), await connectLinkedin(world, 0)];
  return { linkedin, mailboxes };
}

/** The lists are there from the week before their campaign; the campaign is a draft until its week comes. */
export async function buildCampaigns(world: World, senders: Senders, week: number): Promise<Campaign[]> {
  const built: Campaign[] = [];
  for (const [position, plan] of PLANS.entries()) {
    if (plan.first_week !== week) continue;
    const total = plan.joining.reduce((sum, amount) => sum + amount, 0) || DRAFT_LEADS;
    const lines = writeLeads(position * 400, total, plan.titles);
    const search_id = await importList(world, plan.list, LEAD_COLUMNS, lines);
    const { campaign } = await call<{ campaign: { id: number } }>(world, 'POST', '/campaigns/', { name: plan.name });
    const chosen = {
      ...(plan.linkedin === undefined ? {} : { linkedin_account_id: senders.linkedin[plan.linkedin]!.id }),
      ...(plan.email === undefined ? {} : { email_account_id: senders.mailboxes[plan.email]!.id }),
    };
    await call(world, 'PUT', `/campaigns/${campaign.id}/`, {
      ...chosen,
      timezone: 'Europe/Amsterdam',
      sending_window: { days: [1, 2, 3, 4, 5], start: '08:30', end: '17:30' },
    });
    await buildFlow(world, campaign.id, plan.flow, null);
    await putLabel(world, campaign.id, plan.label);
    built.push({ id: campaign.id, plan, search_id, senders: chosen, added: 0 });
    if (plan.joining.length === 0) await addLeads(world, built.at(-1)!, DRAFT_LEADS);
  }
  return built;
}

/** What a week brings to a campaign: its leads, its start, or its pause. */
export async function beginWeek(world: World, campaign: Campaign, week: number): Promise<void> {
  const { plan, id, senders } = campaign;
  const joining = plan.joining[week - plan.first_week];
  if (joining !== undefined) {
    await addLeads(world, campaign, joining);
    if (week === plan.first_week) await call(world, 'POST', `/campaigns/${id}/activate/`, senders);
  }
  if (week === plan.paused_in_week) await call(world, 'POST', `/campaigns/${id}/activate/`, { status: 'ACTIVE' });
}

async function addLeads(world: World, campaign: Campaign, amount: number): Promise<void> {
  await call(world, 'POST', `/search/${campaign.search_id}/prospects/add-to-campaign/`, {
    campaign: campaign.id,
    // So many from the beginning of the list; those who are in it already stay.
    amount: campaign.added + amount,
    search_or_campaign: 'search',
  });
  campaign.added += amount;
}

async function buildFlow(
  world: World,
  id: number,
  node: FlowNode,
  parent: number | null,
  is_yes_child: boolean | null = null,
): Promise<void> {
  const { type, days, message, subject_line, message_b, subject_line_b } = node;
  const { new_step } = await call<{ new_step: { id: number } }>(world, 'POST', `/campaigns/${id}/steps/`, {
    step: type,
    parent,
    is_yes_child,
  });
  const path = `/campaigns/${id}/steps/${new_step.id}/`;
  const delay_in_hours = days * 24;
  const isCondition = node.yes !== undefined || node.no !== undefined;
  if (message === undefined) await call(world, 'PATCH', path, { delay_in_hours, is_condition: isCondition });
  else {
    const texts = { message, subject_line, message_b, subject_line_b };
    const fallbacks = type === 'EMAIL' ? { placeholder_message: fallbackOf(message) } : {};
    await call(world, 'PUT', path, { ...texts, ...fallbacks, delay_in_hours });
  }
  if (node.next) await buildFlow(world, id, node.next, new_step.id);
  if (node.yes) await buildFlow(world, id, node.yes, new_step.id, true);
  if (node.no) await buildFlow(world, id, node.no, new_step.id, false);
}

async function putLabel(world: World, campaign_id: number, name: string): Promise<void> {
  const { labels } = await call<{ labels: { id: number; name: string }[] }>(world, 'GET', '/labels/');
  const known = labels.find((label) => label.name === name);
  const color = ['#4263eb', '#0ca678', '#f08c00'][labels.length] ?? '#4263eb';
  const { label } = known
    ? { label: known }
    : await call<{ label: { id: number } }>(world, 'POST', '/labels/', { name, color });
  await call(world, 'POST', '/campaigns/labels/bulk/add/', { campaign_ids: [campaign_id], label_id: label.id });
}
