import { z } from 'zod';
import type { CrmField, CrmFieldType } from '../crm.port.ts';

export const propertySchema = z.object({
  name: z.string().max(200),
  label: z.string().max(500),
  type: z.string(),
  fieldType: z.string().optional(),
  hidden: z.boolean().optional(),
  calculated: z.boolean().optional(),
  modificationMetadata: z.object({ readOnlyValue: z.boolean().optional() }).optional(),
  options: z
    .array(z.object({ label: z.string(), value: z.string(), hidden: z.boolean().optional() }))
    .max(5_000)
    .default([]),
});
type Property = z.output<typeof propertySchema>;

/** Our reference: unique, which keeps a repeated write one record. */
export const REFERENCE_PROPERTY = 'overture_id';
export const LINKEDIN_PROPERTY = 'hs_linkedin_url';
const LONGEST_VALUE = 65_536;

/** Properties a person may fill. Nothing is required by the vendor; an address is what its records are known by. */
export function parseFields(properties: readonly Property[]): CrmField[] {
  return properties
    .filter((property) => isOffered(property))
    .map(({ name, label, type, fieldType, options }) => ({
      name,
      label,
      required: name === 'email',
      type: typeOf(name, type, fieldType),
      max_length: LONGEST_VALUE,
      options:
        options.length > 0 && type === 'enumeration'
          ? options.map(({ value, label: words }) => ({ value, label: words }))
          : null,
    }));
}

function isOffered({ name, hidden, calculated, modificationMetadata }: Property): boolean {
  return name !== REFERENCE_PROPERTY && !hidden && !calculated && !modificationMetadata?.readOnlyValue;
}

function typeOf(name: string, type: string, fieldType: string | undefined): CrmFieldType {
  if (type === 'enumeration') return 'option';
  if (type === 'number') return 'number';
  if (name === 'email') return 'email';
  if (fieldType === 'phonenumber' || type === 'phone_number') return 'phone';
  return 'text';
}
