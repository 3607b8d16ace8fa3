import { cutText } from '@overture/domain/text/text-bounds';
import type { ToolCampaign, ToolLead, ToolLeadState, ToolList, ToolSender, ToolStep } from '../outreach-tools.port.ts';
import { parseToolTime, toVariables } from '../tool-texts.ts';
import {
  type HeyreachAccount,
  type HeyreachCampaign,
  type HeyreachLead,
  type HeyreachList,
  type HeyreachListLead,
  type HeyreachNode,
  parseNode,
} from './heyreach.api.ts';

export const toSender = ({ id, firstName, lastName, emailAddress }: HeyreachAccount): ToolSender => {
  const name = `${firstName ?? ''} ${lastName ?? ''}`.trim();
  return { kind: 'sender', external_id: id, name: name || emailAddress || id, email: emailAddress || name };
};

/** Lists of companies hold no people. */
export const toLists = ({ id, name, listType }: HeyreachList): ToolList[] =>
  listType === 'COMPANY_LIST' ? [] : [{ kind: 'list', external_id: id, name }];

const STEPS = {
  CONNECTION_REQUEST: 'LINKEDIN_INVITE',
  MESSAGE: 'LINKEDIN_MESSAGE',
  INMAIL: 'INMAIL',
  VIEW_PROFILE: 'VISIT_LINKEDIN_PROFILE',
  LIKE_POST: 'LIKE_LAST_LINKEDIN_POST',
} as const;
const isStep = (type: string): type is keyof typeof STEPS => Object.hasOwn(STEPS, type);
/** Accepted, or with a condition that is met. */
const TAKES_YES = new Set(['CONNECTION_REQUEST']);
const MOST_NODES = 200;

/** The path of a lead that accepts the invite and doesn't reply: our drafts have one path. */
export function toCampaign({ id, name, sequence }: HeyreachCampaign): ToolCampaign {
  const steps: ToolStep[] = [];
  const losses: string[] = [];
  let waited = 0;
  let node = parseNode(sequence);
  if (node === null) losses.push('It has no sequence that can be read.');
  for (let count = 0; node !== null && node.nodeType !== 'END' && count < MOST_NODES; count += 1) {
    waited += toHours(node);
    if (isStep(node.nodeType)) {
      steps.push({ type: STEPS[node.nodeType], delay_in_hours: waited, variants: toTexts(node) });
      waited = 0;
    } else losses.push(`The step ${describeNode(node)} is left out.`);
    if (node.conditionalNode && node.unconditionalNode)
      losses.push(`One of two paths behind ${describeNode(node)} is kept.`);
    const next = TAKES_YES.has(node.nodeType) ? node.conditionalNode : node.unconditionalNode;
    node = parseNode(next ?? node.unconditionalNode ?? node.conditionalNode);
  }
  return { kind: 'campaign', external_id: id, name, steps, losses: losses.slice(0, 20) };
}

const describeNode = ({ nodeType }: HeyreachNode): string =>
  `“${cutText(nodeType, 60).toLowerCase().replaceAll('_', ' ')}”`;

const toHours = ({ actionDelay, actionDelayUnit }: HeyreachNode): number =>
  Math.max(0, actionDelay ?? 0) * (actionDelayUnit === 'DAY' ? 24 : 1);

function toTexts({ payload }: HeyreachNode): ToolStep['variants'] {
  const texts = payload?.messages ?? (payload?.message ? [payload.message] : []);
  return texts.map((text) => ({ subject: payload?.subject ?? '', text: text.replace(SINGLE, '{{$1}}') }));
}

/** HeyReach writes variables in single braces. */
const SINGLE = /(?<!\{)\{([A-Za-z][A-Za-z0-9_]{0,60})\}(?!\})/g;

type Profile = Pick<
  HeyreachListLead,
  'firstName' | 'lastName' | 'companyName' | 'position' | 'location' | 'profileUrl' | 'emailAddress'
>;

const toFields = (one: Profile): ToolLead['fields'] => ({
  first_name: one.firstName || null,
  last_name: one.lastName || null,
  company_name: one.companyName || null,
  company_website_url: null,
  job_title: one.position || null,
  phone_number: null,
  linkedin_url: one.profileUrl,
  location: one.location || null,
});

const toCustom = (given: HeyreachListLead['customUserFields']): Record<string, string> =>
  toVariables(Object.fromEntries((given ?? []).map(({ name, value }) => [name, value])));

/** The campaign's lead alone says what happened; the list's lead has the variables. */
export function toLead(lead: HeyreachLead, campaign: string): ToolLead {
  const { linkedInUserProfile: profile } = lead;
  const state = toState(lead);
  const isWritten = state !== 'new' && state !== 'stopped';
  return {
    ...{ kind: 'lead', external_id: `${campaign} ${lead.id}`, campaign_id: campaign, list_id: null },
    email: profile.emailAddress || null,
    fields: toFields(profile),
    variables: toCustom(profile.customUserFields),
    state,
    last_contacted_at: isWritten ? parseToolTime(lead.lastActionTime) : null,
    steps_done: null,
  };
}

export const toListLead = (one: HeyreachListLead, list: string): ToolLead => ({
  ...{ kind: 'lead', external_id: cutText(`list ${list} ${one.profileUrl}`, 300), campaign_id: null, list_id: list },
  email: one.emailAddress || null,
  fields: toFields(one),
  variables: { ...toCustom(one.customFields), ...toCustom(one.customUserFields) },
  ...{ state: 'new', last_contacted_at: null, steps_done: null },
});

const fold = (word: string | null | undefined): string => (word ?? 'none').toLowerCase().replaceAll(/[^a-z]/g, '');

/** The three words are independent: a lead that failed may have been invited and written to. A word that is not known begins nothing. */
function toState(lead: HeyreachLead): ToolLeadState {
  const campaign = fold(lead.leadCampaignStatus);
  const connection = fold(lead.leadConnectionStatus);
  const message = fold(lead.leadMessageStatus);
  if (message.endsWith('reply')) return 'replied';
  if (message !== 'none' || connection !== 'none') return campaign === 'finished' ? 'finished' : 'contacted';
  if (campaign === 'pending') return 'new';
  return campaign === 'insequence' ? 'contacted' : 'stopped';
}
