import type { ToolLead, ToolRow, ToolTouch } from '@overture/adapters/outreach-tools/outreach-tools.port';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { parsePhoneCell } from '@overture/domain/addresses/phone-key';
import { cleanColumnName } from '@overture/domain/leads/custom-columns';
import { CUSTOM_COLUMNS, TEXT_LIMITS, TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { parseLinkedinProfile } from '@overture/domain/linkedin/linkedin-address';
import { parseSuppressionEntry } from '@overture/domain/suppressions/entries';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';

/** A row of the table before it is stored. */
export interface StoredRow {
  kind: ToolRow['kind'];
  external_id: string;
  parent_id: string | null;
  email: string | null;
  data: object;
  state: 'read' | 'left_out';
  reason: string | null;
}

/** What `data` of a lead holds. */
export interface LeadData {
  first_name: string;
  last_name: string;
  company_name: string | null;
  company_website_url: string | null;
  job_title: string | null;
  location: string | null;
  phone_number: string | null;
  linkedin_profile_url: string | null;
  linkedin_key: string | null;
  variables: Record<string, string>;
  state: ToolLead['state'];
  last_contacted_at: string | null;
  steps_done: number | null;
}

/** How entries of an import are named on the suppression list, and found when it is undone. */
export const detailOf = ({ id, tool_label }: { id: number; tool_label: string }): string =>
  `From ${tool_label} (import ${id})`;

const ID_MAX = 300;
const REASON_MAX = 1000;

/** What can be carried over of a row, or why it can't. Rows whose id can't be stored have none: null. */
export function toStoredRow(row: ToolRow): StoredRow | null {
  const external_id = toSingleLine(row.external_id);
  if (external_id === '' || external_id.length > ID_MAX) return null;
  const stored = { kind: row.kind, external_id, parent_id: null, email: null, state: 'read', reason: null } as const;
  const leaveOut = (name: string, reason: string): StoredRow => ({
    ...stored,
    data: { name: clip(name, TEXT_LIMITS.name_max) },
    state: 'left_out',
    reason: cutText(reason, REASON_MAX),
  });
  switch (row.kind) {
    case 'suppression': {
      const entry = parseSuppressionEntry(row.value);
      if (entry !== null)
        return { ...stored, email: entry.kind === 'address' ? entry.value : null, data: { ...entry } };
      return leaveOut(
        row.value,
        'Neither an email address, a domain, a LinkedIn profile nor a number with its country code.',
      );
    }
    case 'sender':
      return { ...stored, data: { name: clip(row.name, TEXT_LIMITS.name_max), email: clip(row.email, 320) } };
    case 'list':
      return { ...stored, data: { name: nameOf(row.name, 'List') } };
    case 'loss':
      return leaveOut(row.name, row.reason);
    case 'campaign': {
      const { name, steps, losses } = row;
      return { ...stored, data: { name: nameOf(name, 'Campaign'), steps, losses } };
    }
    case 'lead':
      return toStoredLead(row, stored, leaveOut);
    default:
      return { ...stored, data: {} };
  }
}

function toStoredLead(
  lead: ToolLead,
  stored: Pick<StoredRow, 'kind' | 'external_id' | 'state' | 'reason'>,
  leaveOut: (name: string, reason: string) => StoredRow,
): StoredRow {
  const email = lead.email === null ? null : normalizeEmail(lead.email);
  const address = lead.fields.linkedin_url === null ? null : parseLinkedinProfile(lead.fields.linkedin_url);
  if (email === null && address === null)
    return leaveOut(lead.email ?? nameOfLead(lead), 'Neither a usable email address nor a LinkedIn profile.');
  const data: LeadData = {
    ...toFields(lead),
    linkedin_profile_url: address?.url ?? null,
    linkedin_key: address?.key ?? null,
    variables: toVariables(lead.variables),
    state: lead.state,
    last_contacted_at: lead.last_contacted_at,
    steps_done: toSteps(lead.steps_done),
  };
  const parent_id = lead.campaign_id ?? lead.list_id;
  return { ...stored, parent_id: parent_id && cutText(parent_id, ID_MAX), email, data };
}

const MOST_STEPS = 1000;
/** A number of steps that no sequence has says nothing. */
const toSteps = (given: number | null): number | null =>
  given !== null && Number.isInteger(given) && given > 0 && given <= MOST_STEPS ? given : null;

/** Everything that a tool says happened to one lead. */
export interface LeadTouches {
  lead_id: string;
  state: ToolTouch['state'];
  at: string | null;
  steps_done: number | null;
}

const WEIGHT: Readonly<Record<ToolLead['state'], number>> = {
  ...{ new: 0, contacted: 1, finished: 2, stopped: 3, replied: 4, bounced: 5, unsubscribed: 6 },
};

/** States from the lightest to the one that outranks all. */
export const STATES_BY_WEIGHT = Object.keys(WEIGHT).sort(
  (a, b) => WEIGHT[a as ToolLead['state']] - WEIGHT[b as ToolLead['state']],
);

/** Touches of a page by their leads. */
export function sumTouches(touches: readonly ToolTouch[]): LeadTouches[] {
  return [...Map.groupBy(touches, ({ lead_id }) => toSingleLine(lead_id))].map(([lead_id, found]) => ({
    lead_id,
    state: found.reduce((most, { state }) => (WEIGHT[state] > WEIGHT[most] ? state : most), found[0]!.state),
    at:
      found
        .flatMap(({ at }) => at ?? [])
        .sort()
        .at(-1) ?? null,
    steps_done: Math.max(...found.map(({ steps_done }) => toSteps(steps_done) ?? 0)) || null,
  }));
}

/** A lead that the tool has no longer, but wrote to. It begins and continues nothing, also after messages of later pages. */
export function toTouchedLead(touches: LeadTouches, touch: ToolTouch): ToolLead {
  const { email, campaign_id, linkedin_url } = touch;
  return {
    ...{ kind: 'lead', external_id: touch.lead_id, campaign_id, list_id: null, email, variables: {} },
    fields: {
      ...{ first_name: null, last_name: null, company_name: null, company_website_url: null, job_title: null },
      ...{ phone_number: null, location: null, linkedin_url },
    },
    state: touches.state === 'contacted' ? 'finished' : touches.state,
    ...{ last_contacted_at: touches.at, steps_done: null },
  };
}

function toFields({ fields }: ToolLead) {
  const text = (value: string | null) => clip(value ?? '', TEXT_LIMITS.lead_field_max) || null;
  return {
    first_name: text(fields.first_name) ?? '',
    last_name: text(fields.last_name) ?? '',
    company_name: text(fields.company_name),
    company_website_url: text(fields.company_website_url),
    job_title: text(fields.job_title),
    location: text(fields.location),
    phone_number: fields.phone_number === null ? null : parsePhoneCell(fields.phone_number),
  };
}

const nameOfLead = ({ fields }: ToolLead): string => `${fields.first_name ?? ''} ${fields.last_name ?? ''}`.trim();

function toVariables(given: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const clean = cleanColumnName(name);
    const text = clip(value, CUSTOM_COLUMNS.value_max);
    return clean === '' || clean.length > CUSTOM_COLUMNS.name_max || text === '' ? [] : [[clean, text]];
  });
  return Object.fromEntries(kept.filter((_, index) => index < TOOL_IMPORT_LIMITS.variables_of_a_lead));
}

const nameOf = (name: string, other: string): string => clip(name, TEXT_LIMITS.list_name_max) || other;

/** One line that can be stored; what is too long is cut. */
function clip(text: string, limit: number): string {
  return cutText(cleanText(toSingleLine(text)), limit)
    .toWellFormed()
    .replaceAll('\0', '');
}
