import type { CrmField, CrmFound, CrmSearchKeys, CrmTarget } from '@overture/adapters/crm/crm.port';
import type { FieldMapping } from '@overture/contract/integrations';
import type { Prospect } from '@overture/contract/prospects';
import { getCrmValue } from '@overture/domain/crm';
import { quoteName } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';

/** What a lead's record should say, and what of it the field cannot hold, in words. */
export interface WantedRecord {
  name: string;
  values: Record<string, string>;
  /** Fields that were left out, each with its reason. */
  left_out: string[];
  /** Why it cannot be written at all; null where it can. */
  problem: string | null;
}

const LONGEST_SHOWN = 60;
const shown = (value: string): string => (value.length > LONGEST_SHOWN ? `${cutText(value, LONGEST_SHOWN)}...` : value);

/** Mapped fields that the account does not have, or not any longer. */
export function findMissingFields(mappings: readonly FieldMapping[], fields: readonly CrmField[]): string[] {
  const known = new Set(fields.map(({ name }) => name));
  return mappings.map(({ hubspotField }) => hubspotField).filter((name) => !known.has(name));
}

/** A value that its field does not take is left out with a word; where the field is needed, the person is. */
export function planRecord(
  lead: Prospect,
  mappings: readonly FieldMapping[],
  { fields, email_field }: Pick<CrmTarget, 'fields' | 'email_field'>,
  crm: string,
): WantedRecord {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const values: Record<string, string> = {};
  const left_out: string[] = [];
  for (const { hubspotField, prospectField } of mappings) {
    const field = byName.get(hubspotField);
    const value = getCrmValue(lead, prospectField);
    if (field === undefined || value === '') continue;
    const read = toCrmValue(field, value);
    if ('problem' in read) left_out.push(`${quoteName(field.label)} was left out: ${read.problem}`);
    else values[hubspotField] = read.value;
  }
  const name = toName(lead);
  // No CRM requires an address: where it is the key, people without one are identified by our own reference.
  const missing = fields.find(
    (field) => field.required && field.name !== email_field && !values[field.name] && field.name !== 'name',
  );
  const isNameMissing = missing !== undefined && /^last_?name$/i.test(cutText(missing.name, 50));
  const problem =
    name === ''
      ? 'This lead has no name.'
      : missing && !isNameMissing
        ? `${quoteName(missing.label)} is required by ${crm}, and this lead has none.`
        : null;
  return { name: name || lead.company.name || '', values, left_out, problem };
}

function toName({ first_name, last_name, company, email }: Prospect): string {
  return [first_name, last_name].filter(Boolean).join(' ') || company.name || email || '';
}

function toCrmValue({ type, max_length, options }: CrmField, value: string): { value: string } | { problem: string } {
  if (type === 'number') return parseNumber(value);
  if (options !== null) {
    const folded = value.toLowerCase();
    const match = options.find((option) =>
      [option.value, option.label].some((words) => words.toLowerCase() === folded),
    );
    return match ? { value: match.value } : { problem: `"${shown(value)}" is not among its options.` };
  }
  if (max_length !== null && value.length > max_length)
    return { problem: `${value.length} characters are more than the ${max_length} it holds.` };
  return { value };
}

/** '51 - 200' is the lower end of what is known. */
function parseNumber(value: string): { value: string } | { problem: string } {
  const first = /\d[\d.,]{0,20}/.exec(cutText(value, 100))?.[0].replaceAll(/[.,](?=\d{3}(?:\D|$))/g, '');
  const number = Number(first);
  return first !== undefined && Number.isFinite(number)
    ? { value: String(number) }
    : { problem: `"${shown(value)}" is no number.` };
}

/**
 * The update of an existing record: blanks are filled; values we wrote last that are unchanged there follow the lead; otherwise
 * the CRM's own value stays, unless the row says otherwise.
 */
export function planChange(
  wanted: Record<string, string>,
  found: Pick<CrmFound, 'values'>,
  mappings: readonly FieldMapping[],
  pushed: Readonly<Record<string, string>>,
): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) {
    const current = found.values[name] ?? '';
    if (current === value || pushed[name] === value) continue;
    const isBlank = current === '';
    const isOurs = pushed[name] !== undefined && pushed[name] === current;
    const overwrites = mappings.some((mapping) => mapping.hubspotField === name && mapping.overwrites);
    if (isBlank || isOurs || overwrites) changes[name] = value;
  }
  return changes;
}

/** By what a lead is looked for. */
export function toSearchKeys(
  lead: Prospect,
  given: { reference: string; known_id: string | null; written_since: Date | null },
): CrmSearchKeys {
  return {
    key: String(lead.id),
    ...given,
    email: lead.email?.trim().toLowerCase() || null,
    linkedin_url: lead.linkedin_profile_url,
    name: toName(lead),
    company: lead.company.name ?? '',
  };
}

/** Leads of one address are one person to a CRM: of those of one batch the first is written, the others find it afterwards. */
export function dedupeByEmail<Lead extends { lead: Pick<Prospect, 'email'> }>(leads: readonly Lead[]): Lead[] {
  const seen = new Set<string>();
  return leads.filter(({ lead }) => {
    const email = lead.email?.trim().toLowerCase();
    if (!email) return true;
    if (seen.has(email)) return false;
    seen.add(email);
    return true;
  });
}
