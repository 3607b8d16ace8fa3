import { isAboutLead, listEventFields } from '@overture/contract/automation-fields';
import type { AutomationBody } from '@overture/contract/automations';
import { needsLead, OPERATORS_OF } from '@overture/domain/automations/automations';
import { listVariables } from '@overture/domain/automations/message-text';

type Condition = AutomationBody['conditions'][number];
type Field = ReturnType<typeof listEventFields>[number];

/** Why an automation makes no sense, in words; null if it does. */
export function findFault({ trigger_type, conditions, actions }: AutomationBody): string | null {
  const fields = new Map(listEventFields(trigger_type).map((field) => [field.path, field]));
  for (const [index, condition] of conditions.entries()) {
    const fault = findConditionFault(condition, fields.get(condition.field));
    if (fault !== null) return `Condition ${index + 1}: ${fault}`;
  }
  for (const [index, action] of actions.entries()) {
    if (needsLead(action.type) && !isAboutLead(trigger_type))
      return `Action ${index + 1}: This event is not about a lead. Choose an action without one, or another event.`;
    if (action.type === 'assign_in_turn' && new Set(action.user_ids).size < action.user_ids.length)
      return `Action ${index + 1}: A member is named twice.`;
    const unknown =
      action.type === 'send_slack' ? listVariables(action.text).find((path) => !fields.has(path)) : undefined;
    if (unknown !== undefined) return `Action ${index + 1}: This event has no field {{${unknown}}}.`;
  }
  return null;
}

function findConditionFault({ operator, values }: Condition, field: Field | undefined): string | null {
  if (field === undefined) return 'This event has no such field.';
  if (!OPERATORS_OF[field.kind].includes(operator)) return `${field.label} can't be compared like this.`;
  if (operator === 'is_empty' || operator === 'is_not_empty')
    return values.length === 0 ? null : 'This comparison takes no value.';
  const isOneTooMany = operator !== 'any_of' && values.length > 1;
  if (values.length === 0 || isOneTooMany || values.some((value) => value.trim() === ''))
    return 'Please enter a value.';
  return values.every((value) => fits(value, field)) ? null : VALUE_FAULTS[field.kind](field);
}

const fits = (value: string, { kind, options }: Field): boolean =>
  kind === 'text' ||
  (kind === 'number' && Number.isFinite(Number(value))) ||
  (kind === 'choice' && options.includes(value)) ||
  (kind === 'yes_no' && (value === 'true' || value === 'false'));

const VALUE_FAULTS: Record<Field['kind'], (field: Field) => string> = {
  text: ({ label }) => `${label} can't have this value.`,
  number: ({ label }) => `${label} is a number.`,
  choice: ({ options }) => `Choose one of: ${options.join(', ')}.`,
  yes_no: () => 'Choose yes or no.',
};
