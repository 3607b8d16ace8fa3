import type { ConditionOperator } from './automations.ts';

export interface Condition {
  /** Path in the data of the event: `prospect.email`. */
  field: string;
  operator: ConditionOperator;
  /** Empty for `is_empty` and `is_not_empty`; one value unless the operator is `any_of`. */
  values: readonly string[];
}

export interface Conditions {
  match: 'all' | 'any';
  items: readonly Condition[];
}

/** The value at a path; null where there is none. Own properties only: data comes from outside. */
export function valueAt(data: unknown, path: string): unknown {
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value ?? null;
}

/** As text; objects and arrays have none. */
export function textAt(data: unknown, path: string): string {
  const value = valueAt(data, path);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase();

const COMPARE: Record<ConditionOperator, (text: string, first: string, wanted: readonly string[]) => boolean> = {
  is: (text, first) => text === first,
  is_not: (text, first) => text !== first,
  contains: (text, first) => first !== '' && text.includes(first),
  not_contains: (text, first) => first === '' || !text.includes(first),
  any_of: (text, _, wanted) => wanted.includes(text),
  greater: (text, first) => text !== '' && Number(text) > Number(first),
  less: (text, first) => text !== '' && Number(text) < Number(first),
  is_empty: (text) => text === '',
  is_not_empty: (text) => text !== '',
};

/** The values of a condition are folded once, however many events a preview compares with them. */
const folded = new WeakMap<readonly string[], readonly string[]>();

function foldOnce(values: readonly string[]): readonly string[] {
  const known = folded.get(values);
  if (known !== undefined) return known;
  const wanted = values.map(fold);
  folded.set(values, wanted);
  return wanted;
}

/** True if the data meets the condition. Letter case and spaces around don't matter. */
export function meets(data: unknown, { field, operator, values }: Condition): boolean {
  const wanted = foldOnce(values);
  return COMPARE[operator](fold(textAt(data, field)), wanted[0] ?? '', wanted);
}

/** Without conditions every event fits. */
export function meetsAll(data: unknown, { match, items }: Conditions): boolean {
  if (items.length === 0) return true;
  return match === 'all' ? items.every((item) => meets(data, item)) : items.some((item) => meets(data, item));
}
