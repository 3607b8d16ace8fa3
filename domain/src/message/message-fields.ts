import { type CustomColumn, type CustomFacts, type CustomValues, toCustomFacts } from '../leads/custom-columns.ts';
import { type LEAD_PLACES, type LeadShape, leadValue } from '../leads/lead-fields.ts';
import { toSingleLine } from '../text/text.ts';
import { LEAD_NAMES, type LeadName, type MoreLeadName } from './template/names.ts';

type Variable = (typeof LEAD_PLACES.messages)[number];

/** A lead as far as messages can name it. */
export type MessageFields = Record<Variable, string | null> &
  Partial<Record<MoreLeadName, string | null>> & { custom?: CustomFacts };

/** What messages can name of a lead as it travels, with the custom columns that there are. */
export function toMessageFields(
  lead: LeadShape & { custom?: CustomValues | undefined },
  columns: readonly Pick<CustomColumn, 'key' | 'type'>[],
): MessageFields {
  const fields = Object.fromEntries(Object.entries(LEAD_NAMES).map(([name, field]) => [name, leadValue(lead, field)]));
  return { ...fields, custom: toCustomFacts(lead.custom, columns) } as MessageFields;
}

/** Values of the variables for a lead, on a single line each; blank ones are null. */
export function variablesOf(lead: Partial<MessageFields>): Record<LeadName, string | null> {
  const names = Object.keys(LEAD_NAMES) as LeadName[];
  return Object.fromEntries(names.map((name) => [name, toSingleLine(lead[name] ?? '') || null])) as Record<
    LeadName,
    string | null
  >;
}
