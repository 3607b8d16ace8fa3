import type {
  ToolCampaign,
  ToolLead,
  ToolLeadState,
  ToolList,
  ToolLoss,
  ToolSender,
  ToolStep,
  ToolSuppression,
} from '../outreach-tools.port.ts';
import { findTextLosses, parseToolText, parseToolTime, toVariables as toTexts } from '../tool-texts.ts';
import type {
  InstantlyAccount,
  InstantlyCampaign,
  InstantlyEntry,
  InstantlyLead,
  InstantlyList,
  InstantlySubsequence,
} from './instantly.api.ts';

export const toSuppression = ({ id, bl_value }: InstantlyEntry): ToolSuppression => ({
  kind: 'suppression',
  external_id: id,
  value: bl_value,
});

export const toSender = ({ email, first_name, last_name }: InstantlyAccount): ToolSender => ({
  kind: 'sender',
  external_id: email,
  name: `${first_name ?? ''} ${last_name ?? ''}`.trim() || email,
  email,
});

export const toList = ({ id, name }: InstantlyList): ToolList => ({ kind: 'list', external_id: id, name });

export const toLoss = ({ id, name }: InstantlySubsequence): ToolLoss => ({
  kind: 'loss',
  external_id: id,
  name: `Subsequence “${name}”`,
  reason: 'Subsequences start by a condition of Instantly. Build it here as a branch or an automation.',
});

const HOURS = { minutes: 1 / 60, hours: 1, days: 24 } as const;

/** The first sequence alone is sent. A delay is named by the step before it. */
export async function toCampaign({ id, name, sequences }: InstantlyCampaign): Promise<ToolCampaign> {
  const given = sequences?.[0]?.steps ?? [];
  const steps: ToolStep[] = [];
  const losses: string[] = [];
  for (const [index, step] of given.entries()) {
    const before = given[index - 1];
    const delay_in_hours = before ? Math.ceil((before.delay ?? 0) * HOURS[before.delay_unit ?? 'days']) : 0;
    const active = (step.variants ?? []).filter((variant) => variant.v_disabled !== true);
    const variants = [];
    for (const { subject, body } of active)
      variants.push({ subject: subject ?? '', text: await parseToolText(body ?? '') });
    losses.push(
      ...findTextLosses(
        index + 1,
        active.map(({ body }) => body ?? ''),
      ),
    );
    steps.push({ delay_in_hours, variants });
  }
  return { kind: 'campaign', external_id: id, name, steps, losses };
}

/** Names under which a lead's own fields are repeated among its variables. */
const REPEATED = new Set(
  'email firstname lastname companyname companydomain jobtitle phone website linkedin linkedinurl location'.split(' '),
);

export function toLead(lead: InstantlyLead): ToolLead {
  const payload = listPayload(lead);
  const { lastStep } = lead.status_summary ?? {};
  const last: { stepID?: unknown; timestamp_executed?: unknown } =
    typeof lastStep === 'object' && lastStep !== null ? lastStep : {};
  const last_contacted_at =
    parseToolTime(lead.timestamp_last_contact) ??
    parseToolTime(last.timestamp_executed) ??
    parseToolTime(lead.last_step_timestamp_executed);
  return {
    kind: 'lead',
    external_id: lead.id,
    campaign_id: lead.campaign || null,
    list_id: lead.list_id || null,
    email: lead.email || null,
    fields: toFields(lead, payload),
    variables: toVariables(lead, payload),
    state: toState(lead, last_contacted_at !== null || hasTrace(lead)),
    last_contacted_at,
    // A lead in a subsequence has left the steps of its campaign.
    steps_done: lead.subsequence_id ? null : toStepsDone(last.stepID || lead.last_step_id),
  };
}

/** True for a lead that something was sent to, though no time of it can be read. */
const hasTrace = (lead: InstantlyLead): boolean =>
  [
    ...[lead.timestamp_last_contact, lead.last_step_id, lead.last_step_timestamp_executed, lead.last_contacted_from],
    ...[lead.email_open_count, lead.email_click_count, lead.timestamp_last_open, lead.timestamp_last_click],
    ...[lead.status_summary?.lastStep, lead.status_summary_subseq].map(isFilled),
  ].some(Boolean);

const isFilled = (given: unknown): boolean =>
  typeof given === 'object' && given !== null ? Object.values(given).some(Boolean) : Boolean(given);

type Payload = [name: string, value: string][];

const listPayload = ({ payload }: InstantlyLead): Payload => Object.entries(toTexts(payload));

function toFields(lead: InstantlyLead, payload: Payload): ToolLead['fields'] {
  const find = (...names: string[]) => payload.find(([name]) => names.includes(keyOf(name)))?.[1] ?? null;
  const website = lead.website || find('website') || lead.company_domain;
  return {
    first_name: lead.first_name || find('firstname'),
    last_name: lead.last_name || find('lastname'),
    company_name: lead.company_name || find('companyname'),
    company_website_url: website || null,
    job_title: lead.job_title || find('jobtitle'),
    phone_number: lead.phone || find('phone'),
    linkedin_url: find('linkedin', 'linkedinurl', 'linkedinprofile', 'linkedinprofileurl'),
    location: find('location'),
  };
}

function toVariables({ personalization }: InstantlyLead, payload: Payload): Record<string, string> {
  const own = Object.fromEntries(payload.filter(([name]) => !REPEATED.has(keyOf(name))));
  return personalization ? { personalization, ...own } : own;
}

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

/** A status that is not documented begins nothing. */
const BY_STATUS: Readonly<Record<number, ToolLeadState>> = {
  1: 'new',
  2: 'new',
  3: 'finished',
  [-1]: 'bounced',
  [-2]: 'unsubscribed',
  [-3]: 'stopped',
};

function toState(lead: InstantlyLead, isContacted: boolean): ToolLeadState {
  const state = BY_STATUS[lead.status ?? 1] ?? 'stopped';
  if (state === 'bounced' || state === 'unsubscribed') return state;
  if (hasReplied(lead)) return 'replied';
  return isContacted && state !== 'finished' ? 'contacted' : state;
}

/** An interest other than 0, an absence, was set for a reply that the count may not show. */
const hasReplied = ({ email_reply_count, timestamp_last_reply, lt_interest_status }: InstantlyLead): boolean =>
  (email_reply_count ?? 0) > 0 || Boolean(timestamp_last_reply) || Boolean(lt_interest_status);

/**
 * The documentation calls a step's id a UUID; what the API answers is `sequence_step_variant`, each from 0. Anything else says nothing
 * about how far the lead is.
 */
function toStepsDone(stepId: unknown): number | null {
  const match = typeof stepId === 'string' ? /^0_(\d{1,3})_\d{1,3}$/.exec(stepId) : null;
  return match ? Number(match[1]) + 1 : null;
}
