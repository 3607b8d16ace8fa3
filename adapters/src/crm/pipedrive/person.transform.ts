import { cutText } from '@overture/domain/text/text-bounds';
import type { AddPersonRequest } from 'pipedrive/v2';
import { z } from 'zod';
import { exactly } from '../../kit/exactly.ts';
import type { CrmField, CrmFieldType, CrmFound, CrmWrite } from '../crm.port.ts';

const id = z.coerce.string().regex(/^\d{1,20}$/);
const reached = z
  .array(z.object({ value: z.string(), primary: z.boolean().optional() }))
  .max(50)
  .nullish();

export const personSchema = z.object({
  id,
  name: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  emails: reached,
  phones: reached,
  org_id: id.nullish(),
  owner_id: id.nullish(),
  custom_fields: z.record(z.string(), z.unknown()).nullish(),
  marketing_status: z.string().nullish(),
  open_deals_count: z.number().optional(),
  won_deals_count: z.number().optional(),
  update_time: z.string().optional(),
});
type Person = z.output<typeof personSchema>;

export const fieldSchema = z.object({
  field_code: z.string().max(100),
  field_name: z.string().max(500),
  field_type: z.string(),
  is_custom_field: z.boolean().default(false),
  /** Asked for with `include_fields=required_fields`. */
  required_fields: z.object({ enabled: z.boolean().optional() }).nullish(),
  options: z
    .array(z.object({ id: z.coerce.string(), label: z.string() }))
    .max(5_000)
    .nullish(),
});
type Field = z.output<typeof fieldSchema>;

/** Of texts; longer ones are cut off by the vendor without a word. */
const LONGEST_TEXT = 255;

/** What a person can be given besides custom fields, under the names that are mapped. */
const OWN: CrmField[] = [
  own('first_name', 'First name', 'text'),
  own('last_name', 'Last name', 'text'),
  own('email', 'Email', 'email'),
  own('phone', 'Phone', 'phone'),
  own('org_name', 'Organization', 'text'),
];
export const REFERENCE_NAME = 'Overture ID';
const TEXTS = ['varchar', 'varchar_auto', 'text', 'phone'];

function own(name: string, label: string, type: CrmFieldType): CrmField {
  return { name, label, required: false, type, max_length: LONGEST_TEXT, options: null };
}

export function parseFields(fields: readonly Field[]): CrmField[] {
  const custom = fields.filter(({ is_custom_field, field_name }) => is_custom_field && field_name !== REFERENCE_NAME);
  return [
    ...OWN,
    ...custom.flatMap(({ field_code, field_name, field_type, required_fields, options }): CrmField[] => {
      const type = typeOf(field_type);
      if (type === null) return [];
      return [
        {
          name: field_code,
          label: field_name,
          required: required_fields?.enabled === true,
          type,
          max_length: field_type === 'text' ? 65_000 : type === 'text' ? LONGEST_TEXT : null,
          options:
            type === 'option' ? (options ?? []).map((option) => ({ value: option.id, label: option.label })) : null,
        },
      ];
    }),
  ];
}

/** Null for kinds that hold no plain value (people, dates, files, sums with their currency, addresses in parts). */
function typeOf(type: string): CrmFieldType | null {
  if (type === 'enum') return 'option';
  if (type === 'double' || type === 'int') return 'number';
  if (type === 'phone') return 'phone';
  return TEXTS.includes(type) ? 'text' : null;
}

/** A write as the vendor's call takes it; the organization goes by its id. */
export function toPerson(
  write: CrmWrite,
  {
    org_id,
    reference_field,
    fields,
  }: { org_id: string | null; reference_field: string | null; fields: readonly CrmField[] },
) {
  const { first_name, last_name, email, phone, org_name: _organization, ...custom } = write.values;
  const named = new Map(fields.map((field) => [field.name, field]));
  const typed = Object.entries(custom).map(([name, value]) => [
    name,
    ['number', 'option'].includes(named.get(name)?.type ?? '') ? Number(value) : value,
  ]);
  const custom_fields = {
    ...Object.fromEntries(typed),
    ...(reference_field === null ? {} : { [reference_field]: write.reference }),
  };
  const name = nameOf(write, first_name, last_name);
  return exactly<AddPersonRequest>()({
    ...(name === null ? {} : { name }),
    ...(email === undefined ? {} : { emails: [{ value: email, primary: true, label: 'work' }] }),
    ...(phone === undefined ? {} : { phones: [{ value: phone, primary: true, label: 'work' }] }),
    ...(org_id === null ? {} : { org_id: Number(org_id) }),
    ...(write.owner_id === null ? {} : { owner_id: Number(write.owner_id) }),
    ...(Object.keys(custom_fields).length > 0 ? { custom_fields } : {}),
  });
}

/** One text in requests; first and last name exist in responses only. Null: it stays unchanged. */
function nameOf({ id, name }: CrmWrite, first_name: string | undefined, last_name: string | undefined): string | null {
  const given = [first_name, last_name].filter(Boolean).join(' ');
  // Of a person who is there half a name says nothing of the other half.
  const isWhole = id === null || (first_name !== undefined && last_name !== undefined);
  if (given !== '' && isWhole) return cutText(given, LONGEST_TEXT);
  return id === null ? cutText(name, LONGEST_TEXT) : null;
}

export function presentPerson(person: Person): CrmFound {
  const first = (list: Person['emails']): string => (list?.find(({ primary }) => primary) ?? list?.[0])?.value ?? '';
  const custom = Object.entries(person.custom_fields ?? {}).map(([name, value]) => [name, textOf(value)]);
  return {
    id: person.id,
    url: null,
    values: {
      first_name: person.first_name ?? '',
      last_name: person.last_name ?? '',
      email: first(person.emails),
      phone: first(person.phones),
      // Which one it is does not matter: only whether there is one.
      org_name: person.org_id ?? '',
      ...Object.fromEntries(custom),
    },
  };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' && 'value' in value) return textOf((value as { value: unknown }).value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string);
}
