import { z } from 'zod';
import type { CrmField, CrmFieldType } from '../crm.port.ts';

export const columnSchema = z.object({
  id: z.string().max(100),
  title: z.string().max(500),
  type: z.string(),
  settings_str: z.string().max(200_000).nullish(),
});
export type Column = z.output<typeof columnSchema>;

export const REFERENCE_TITLE = 'Overture ID';
export const NAME_FIELD = 'name';
const LONGEST_NAME = 255;
const LONGEST_TEXT = 2_000;
const TYPES: Record<string, CrmFieldType> = {
  text: 'text',
  long_text: 'text',
  email: 'email',
  phone: 'phone',
  link: 'url',
  numbers: 'number',
  status: 'option',
  dropdown: 'option',
  location: 'text',
};
const DIGITS = /[^\d+]/g;

export function parseFields(columns: readonly Column[]): CrmField[] {
  return columns
    .filter(
      ({ id, type, title }) => id === NAME_FIELD || (type in TYPES && type !== 'location' && title !== REFERENCE_TITLE),
    )
    .map(({ id, title, type, settings_str }) => ({
      name: id,
      label: title,
      required: id === NAME_FIELD,
      type: id === NAME_FIELD ? 'text' : (TYPES[type] as CrmFieldType),
      max_length: id === NAME_FIELD ? LONGEST_NAME : type === 'text' ? LONGEST_TEXT : null,
      options: type === 'status' || type === 'dropdown' ? parseLabels(settings_str ?? '') : null,
    }));
}

const statusLabels = z.object({ labels: z.record(z.string(), z.string()) });
const dropdownLabels = z.object({ labels: z.array(z.object({ name: z.string() })) });

export function parseLabels(settings: string): { value: string; label: string }[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(settings);
  } catch {
    return [];
  }
  const status = statusLabels.safeParse(parsed).data;
  const names = status
    ? Object.values(status.labels)
    : (dropdownLabels.safeParse(parsed).data?.labels ?? []).map(({ name }) => name);
  return names.filter((name) => name !== '').map((name) => ({ value: name, label: name }));
}

/** Values as columns take them, each in the form of its type. */
export function toColumnValues(columns: readonly Column[], values: Record<string, string>): Record<string, unknown> {
  const typeOf = new Map(columns.map(({ id, type }) => [id, type]));
  return Object.fromEntries(
    Object.entries(values)
      .filter(([id]) => id !== NAME_FIELD)
      .map(([id, value]) => [id, toColumnValue(typeOf.get(id) ?? 'text', value)]),
  );
}

function toColumnValue(type: string, value: string): unknown {
  if (type === 'email') return { email: value, text: value };
  if (type === 'phone') return { phone: value.replaceAll(DIGITS, ''), countryShortName: '' };
  if (type === 'link') return { url: /^https?:/i.test(value) ? value : `https://${value}`, text: value };
  if (type === 'status') return { label: value };
  if (type === 'dropdown') return { labels: [value] };
  return type === 'long_text' ? { text: value } : value;
}
