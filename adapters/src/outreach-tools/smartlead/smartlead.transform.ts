import { cutText } from '@overture/domain/text/text-bounds';
import type {
  ToolCampaign,
  ToolLead,
  ToolLeadState,
  ToolSender,
  ToolStep,
  ToolSuppression,
  ToolTouch,
} from '../outreach-tools.port.ts';
import { findTextLosses, parseToolText, parseToolTime, toVariables } from '../tool-texts.ts';
import type {
  SmartleadAccount,
  SmartleadCampaign,
  SmartleadEntry,
  SmartleadLead,
  SmartleadStatistic,
} from './smartlead.api.ts';

export const toSuppression = ({ id, email_or_domain }: SmartleadEntry): ToolSuppression => ({
  kind: 'suppression',
  external_id: id,
  value: email_or_domain,
});

export const toSender = ({ id, from_name, from_email }: SmartleadAccount): ToolSender => ({
  kind: 'sender',
  external_id: id,
  name: from_name || from_email,
  email: from_email,
});

export async function toCampaign({
  id,
  name,
  parent_campaign_id,
  sequences,
}: SmartleadCampaign): Promise<ToolCampaign> {
  const losses = [
    ...(parent_campaign_id ? ['This is a subsequence: its condition is not carried over.'] : []),
    ...(sequences === null ? ["Its texts can't be read."] : []),
  ];
  const steps: ToolStep[] = [];
  const sorted = [...(sequences ?? [])].sort((a, b) => a.seq_number - b.seq_number);
  for (const [index, { subject, email_body, seq_delay_details, sequence_variants }] of sorted.entries()) {
    const active = (sequence_variants ?? []).filter(({ is_deleted }) => is_deleted !== true);
    const given = active.length > 0 ? active : [{ subject, email_body }];
    const days = seq_delay_details?.delayInDays ?? seq_delay_details?.delay_in_days ?? 0;
    const variants = [];
    for (const one of given)
      variants.push({ subject: one.subject ?? '', text: await parseToolText(one.email_body ?? '') });
    losses.push(
      ...findTextLosses(
        index + 1,
        given.map((one) => one.email_body ?? ''),
      ),
    );
    steps.push({ delay_in_hours: days * 24, variants });
  }
  return { kind: 'campaign', external_id: id, name, steps, losses };
}

/** Messages name their lead by its address alone. */
const toLeadId = (campaign: string, email: string): string => cutText(`${campaign} ${email.trim().toLowerCase()}`, 300);

/** A status that is not documented begins nothing. */
const BY_STATUS: Readonly<Record<string, ToolLeadState>> = {
  STARTED: 'new',
  INPROGRESS: 'contacted',
  COMPLETED: 'finished',
};

/** The published number of the category. */
const DO_NOT_CONTACT = '4';
const isDoNotContact = (category: string | null | undefined): boolean =>
  /do\W*not\W*contact|unsubscribe/i.test(category ?? '');

export function toLead({ status, lead_category_id, lead }: SmartleadLead, campaign: string): ToolLead {
  const isUnsubscribed =
    lead.is_unsubscribed === true || lead_category_id === DO_NOT_CONTACT || isFilled(lead.unsubscribed_client_id_map);
  const state = BY_STATUS[status?.toUpperCase() ?? ''] ?? 'stopped';
  return {
    kind: 'lead',
    external_id: toLeadId(campaign, lead.email || `# ${lead.id}`),
    campaign_id: campaign,
    list_id: null,
    email: lead.email || null,
    fields: toFields(lead),
    variables: toVariables(lead.custom_fields),
    state: isUnsubscribed ? 'unsubscribed' : state,
    last_contacted_at: null,
    steps_done: null,
  };
}

const toFields = (lead: SmartleadLead['lead']): ToolLead['fields'] => ({
  first_name: lead.first_name || null,
  last_name: lead.last_name || null,
  company_name: lead.company_name || null,
  company_website_url: lead.company_url || lead.website || null,
  job_title: null,
  phone_number: lead.phone_number ? String(lead.phone_number) : null,
  linkedin_url: lead.linkedin_profile || null,
  location: lead.location || null,
});

const isFilled = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && Object.values(given).some(Boolean);

export function toTouch(one: SmartleadStatistic, campaign: string): ToolTouch[] {
  const state = toTouchState(one);
  if (state === null) return [];
  return [
    {
      kind: 'touch',
      external_id: `${campaign} ${one.stats_id}`,
      lead_id: toLeadId(campaign, one.lead_email),
      campaign_id: campaign,
      ...{ email: one.lead_email, linkedin_url: null, state },
      at: parseToolTime(one.sent_time),
      steps_done: one.sequence_number ?? null,
    },
  ];
}

/** Null for a message that was not sent. */
function toTouchState({
  is_unsubscribed,
  is_bounced,
  lead_category,
  reply_time,
  sent_time,
}: SmartleadStatistic): ToolTouch['state'] | null {
  if (is_unsubscribed || isDoNotContact(lead_category)) return 'unsubscribed';
  if (is_bounced) return 'bounced';
  if (reply_time) return 'replied';
  return sent_time ? 'contacted' : null;
}
