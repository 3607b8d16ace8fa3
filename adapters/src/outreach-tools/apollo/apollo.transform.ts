import type {
  ToolCampaign,
  ToolLead,
  ToolLeadState,
  ToolList,
  ToolSender,
  ToolSuppression,
  ToolTouch,
} from '../outreach-tools.port.ts';
import { parseToolTime } from '../tool-texts.ts';
import type {
  ApolloAccount,
  ApolloBlocked,
  ApolloCampaign,
  ApolloContact,
  ApolloLabel,
  ApolloMessage,
} from './apollo.api.ts';

/** A number is only taken where nothing else is known: colleagues may share it. */
export const toSuppressions = ({ id, email, linkedin_url, sanitized_phone }: ApolloBlocked): ToolSuppression[] => {
  const own = [email, linkedin_url].filter((value) => value != null && value !== '');
  const values = own.length > 0 ? own : [sanitized_phone];
  return values.flatMap((value, index) =>
    value ? [{ kind: 'suppression', external_id: `blocked ${id} ${index}`, value }] : [],
  );
};

export const toSender = ({ id, email }: ApolloAccount): ToolSender => ({
  ...{ kind: 'sender', external_id: id, name: email, email },
});

export const toLists = ({ id, name, modality }: ApolloLabel): ToolList[] =>
  modality === 'contacts' ? [{ kind: 'list', external_id: id, name }] : [];

export const toCampaign = ({ id, name, num_steps }: ApolloCampaign): ToolCampaign => ({
  ...{ kind: 'campaign', external_id: id, name, steps: [] },
  losses: [`Apollo's API doesn't give the texts${num_steps ? ` of its ${num_steps} steps` : ''}.`],
});

const toLeadId = (campaign: string, contact: string): string => `${campaign} ${contact}`;

/** A contact once for each of its sequences, or for its first list. */
export function toLeads(contact: ApolloContact): ToolLead[] {
  const statuses = contact.contact_campaign_statuses ?? [];
  const campaigns = new Set([
    ...(contact.emailer_campaign_ids ?? []),
    ...statuses.map(({ emailer_campaign_id }) => emailer_campaign_id),
  ]);
  const toLead = (campaign_id: string | null, state: ToolLeadState): ToolLead => ({
    ...{ kind: 'lead', external_id: toLeadId(campaign_id ?? 'list', contact.id), campaign_id },
    list_id: campaign_id === null ? (contact.label_ids?.[0] ?? null) : null,
    email: contact.email || null,
    fields: toFields(contact),
    variables: {},
    state: contact.email_unsubscribed ? 'unsubscribed' : state,
    ...{ last_contacted_at: null, steps_done: null },
  });
  if (campaigns.size === 0) return [toLead(null, 'new')];
  return [...campaigns].map((campaign) =>
    toLead(campaign, toState(statuses.find(({ emailer_campaign_id }) => emailer_campaign_id === campaign))),
  );
}

const toFields = (contact: ApolloContact): ToolLead['fields'] => ({
  first_name: contact.first_name || null,
  last_name: contact.last_name || null,
  company_name: contact.organization_name || null,
  company_website_url: contact.account?.website_url || null,
  job_title: contact.title || null,
  phone_number: contact.sanitized_phone || null,
  linkedin_url: contact.linkedin_url || null,
  location: [contact.city, contact.country].filter(Boolean).join(', ') || null,
});

/** Only an active contact may begin, and only without a message: a status that is not known begins nothing. */
function toState(status: { status?: string | null; inactive_reason?: string | null } | undefined): ToolLeadState {
  const reason = status?.inactive_reason?.toLowerCase() ?? '';
  if (reason.includes('repl')) return 'replied';
  if (reason.includes('bounce')) return 'bounced';
  if (reason.includes('unsubscribe') || reason.includes('opted out')) return 'unsubscribed';
  if (status?.status === 'active') return 'new';
  return status?.status === 'finished' ? 'finished' : 'stopped';
}

export function toTouches(message: ApolloMessage, campaign: string): ToolTouch[] {
  const { id, contact_id, to_email, campaign_position, completed_at, replied, bounce } = message;
  const state = replied ? 'replied' : bounce ? 'bounced' : completed_at ? 'contacted' : null;
  if (state === null) return [];
  return [
    {
      ...{ kind: 'touch', external_id: id, lead_id: toLeadId(campaign, contact_id), campaign_id: campaign },
      ...{ email: to_email || null, linkedin_url: null, state },
      at: parseToolTime(completed_at),
      steps_done: campaign_position && campaign_position > 0 ? campaign_position : null,
    },
  ];
}
