import { z } from 'zod';
import type { CrmField, CrmFieldType } from '../crm.port.ts';

export const describeSchema = z.object({
  fields: z
    .array(
      z.object({
        name: z.string().max(200),
        label: z.string().max(500),
        type: z.string(),
        nillable: z.boolean(),
        defaultedOnCreate: z.boolean(),
        createable: z.boolean(),
        updateable: z.boolean(),
        externalId: z.boolean().optional(),
        length: z.number().int().optional(),
        restrictedPicklist: z.boolean().optional(),
        picklistValues: z
          .array(z.object({ value: z.string(), label: z.string().nullish(), active: z.boolean() }))
          .max(5_000)
          .default([]),
      }),
    )
    .max(5_000),
});
type Described = z.output<typeof describeSchema>['fields'][number];

/** Made by an administrator; see docs/decisions. With them people are found again without an address. */
export const REFERENCE_FIELD = 'Overture_ID__c';
export const LINKEDIN_FIELD = 'Overture_LinkedIn__c';
const NO_VALUE = ['reference', 'datetime', 'date', 'boolean', 'address', 'location', 'base64', 'multipicklist'];
const NUMBERS = ['int', 'double', 'currency', 'percent', 'long'];

export function parseFields(fields: readonly Described[]): CrmField[] {
  return fields
    .filter(({ createable, type, name }) => createable && !NO_VALUE.includes(type) && name !== REFERENCE_FIELD)
    .map((field) => ({
      name: field.name,
      label: field.label,
      required: !field.nillable && !field.defaultedOnCreate,
      type: typeOf(field.type),
      max_length: field.length ? field.length : null,
      options: optionsOf(field),
    }));
}

/** A list that is not restricted takes other values too. */
function optionsOf({ type, restrictedPicklist, picklistValues }: Described): CrmField['options'] {
  if (type !== 'picklist' || restrictedPicklist !== true) return null;
  return picklistValues.filter(({ active }) => active).map(({ value, label }) => ({ value, label: label ?? value }));
}

function typeOf(type: string): CrmFieldType {
  if (type === 'picklist') return 'option';
  if (NUMBERS.includes(type)) return 'number';
  return type === 'email' || type === 'phone' || type === 'url' ? type : 'text';
}

/** A text inside a query: quotes and backslashes are escaped, line ends cannot occur. */
export const quote = (text: string): string =>
  `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll(/[\r\n\0]/g, ' ')}'`;
