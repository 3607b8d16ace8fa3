import { cutText } from '@overture/domain/text/text-bounds';
import type {
  ToolCampaign,
  ToolLead,
  ToolLeadState,
  ToolStep,
  ToolSuppression,
  ToolTouch,
} from '../outreach-tools.port.ts';
import { findTextLosses, parseToolText, parseToolTime, toVariables } from '../tool-texts.ts';
import type { LemlistActivity, LemlistCampaign, LemlistEntry, LemlistLead } from './lemlist.api.ts';

/** Domains begin with `@`. */
export const toSuppression = ({ _id, value }: LemlistEntry): ToolSuppression => ({
  ...{ kind: 'suppression', external_id: _id, value: value.replace(/^@/, '') },
});

const STEPS = {
  email: 'EMAIL',
  linkedinInvite: 'LINKEDIN_INVITE',
  linkedinSend: 'LINKEDIN_MESSAGE',
  linkedinVisit: 'VISIT_LINKEDIN_PROFILE',
  linkedinLikeLastPost: 'LIKE_LAST_LINKEDIN_POST',
  phone: 'CALL_PROSPECT',
} as const;
const isStep = (type: string): type is keyof typeof STEPS => Object.hasOwn(STEPS, type);

/** The steps before the first condition: what follows depends on the lead. */
export async function toCampaign({ _id, name, sequences }: LemlistCampaign): Promise<ToolCampaign> {
  const all = Object.values(sequences ?? {});
  const given = (all.find(({ level, parentId }) => level === 0 || !parentId) ?? all[0])?.steps ?? [];
  const end = given.findIndex(({ type }) => type === 'conditional');
  const kept = end < 0 ? given : given.slice(0, end);
  const losses = [
    ...(sequences === null ? ["Its steps can't be read."] : []),
    ...kept.flatMap((step, index) => findLosses(step, index + 1)),
    ...(end < 0 ? [] : [`Step ${end + 1} is a condition: it and the steps behind it are left out.`]),
  ];
  const steps: ToolStep[] = [];
  for (const { type, delay, subject, message } of kept) {
    const text = await parseToolText(message ?? '');
    const kind = isStep(type) ? STEPS[type] : 'CALL_PROSPECT';
    const delay_in_hours = Math.max(0, delay ?? 0) * 24;
    steps.push({ type: kind, delay_in_hours, variants: [{ subject: subject ?? '', text }] });
  }
  return { kind: 'campaign', external_id: _id, name, steps, losses };
}

type Step = NonNullable<LemlistCampaign['sequences']>[string]['steps'][number];

const findLosses = ({ type, abTest, message }: Step, step: number): string[] => [
  ...(isStep(type) ? [] : [`Step ${step} (${cutText(type, 40)}) has no counterpart. It becomes a call.`]),
  ...(abTest ? [`Step ${step}: the second variant isn't given.`] : []),
  ...findTextLosses(step, [message ?? '']),
];

/** Activities name their lead by its address or profile. */
function toLeadId(
  campaign: string,
  email: string | null | undefined,
  linkedin: string | null | undefined,
): string | null {
  const profile = linkedin?.trim().toLowerCase() ?? '';
  const key = email?.trim().toLowerCase() || (profile.endsWith('/') ? profile.slice(0, -1) : profile);
  return key === '' ? null : cutText(`${campaign} ${key}`, 300);
}

/** Not variables of messages. */
const OWN = new Set(
  (
    '_id email firstName lastName companyName companyDomain jobTitle phone linkedinUrl location state lastState isPaused contactId ' +
    'campaignId teamId createdAt createdBy updatedAt picture'
  ).split(' '),
);

export function toLead(lead: LemlistLead, campaign: string): ToolLead {
  const own = Object.fromEntries(Object.entries(lead).filter(([name]) => !OWN.has(name)));
  return {
    kind: 'lead',
    external_id: toLeadId(campaign, lead.email, lead.linkedinUrl) ?? `${campaign} # ${lead._id ?? ''}`,
    ...{ campaign_id: campaign, list_id: null, email: lead.email || null },
    fields: toFields(lead),
    variables: toVariables(own),
    state: toLeadState(lead),
    ...{ last_contacted_at: null, steps_done: null },
  };
}

const toFields = (lead: LemlistLead): ToolLead['fields'] => ({
  first_name: lead.firstName || null,
  last_name: lead.lastName || null,
  company_name: lead.companyName || null,
  company_website_url: lead.companyDomain || null,
  job_title: lead.jobTitle || null,
  phone_number: lead.phone || null,
  linkedin_url: lead.linkedinUrl || null,
  location: lead.location || null,
});

const STATES: Readonly<Record<string, ToolTouch['state']>> = {
  ...{ warmed: 'replied', contacted: 'contacted', hooked: 'contacted', attracted: 'contacted' },
};
/** Of every channel, also one that is new there: the end of a name says what happened. The strongest first. */
const ENDINGS: readonly [RegExp, ToolTouch['state']][] = [
  [/unsubscribed$/i, 'unsubscribed'],
  [/bounced$/i, 'bounced'],
  [/(replied|interested|booked)$/i, 'replied'],
  [/(Sent|Done|Opened|Clicked|Accepted)$/, 'contacted'],
];

/** Every step that was executed is a contact, also one whose name we don't know. Null for everything else. */
const toTouchState = (type: string): ToolTouch['state'] | null =>
  STATES[type] ?? ENDINGS.find(([ending]) => ending.test(type))?.[1] ?? null;

/** States of a lead that nothing was done with. A state that is not documented begins nothing. */
const UNTOUCHED = new Set(['', 'imported', 'scanned', 'reviewed', 'toReview']);

function toLeadState({ state, lastState, isPaused }: LemlistLead): ToolLeadState {
  const given = [state ?? '', lastState ?? ''];
  const touched = new Set(given.map(toTouchState));
  const strongest = ENDINGS.map(([, one]) => one).find((one) => touched.has(one));
  if (strongest !== undefined) return strongest;
  return isPaused || !given.every((one) => UNTOUCHED.has(one)) ? 'stopped' : 'new';
}

export function toTouches(activity: LemlistActivity, campaign: string): ToolTouch[] {
  const { _id, type, createdAt, linkedinUrl } = activity;
  const email = activity.leadEmail || activity.email || null;
  const state = toTouchState(type);
  const lead_id = toLeadId(campaign, email, linkedinUrl);
  if (state === null || lead_id === null) return [];
  return [
    {
      ...{ kind: 'touch', external_id: _id, lead_id, campaign_id: campaign, email, linkedin_url: linkedinUrl || null },
      // Its numbers of steps begin with 0 in one place and with 1 in another: a wrong guess repeats a message.
      ...{ state, at: parseToolTime(createdAt), steps_done: null },
    },
  ];
}
