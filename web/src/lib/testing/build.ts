import { z } from 'zod';

/** A value of which a test names only the parts that it is about. */
export type Part<Value> = Value extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Part<Value[Key]> | undefined }
    : Value;

/**
 * A value of a schema of the contract, completed from the parts that a test is about: required fields get the emptiest valid value, optional
 * ones are left out. Throws when a part has another type or a field that the contract doesn't know.
 */
export function build<Schema extends z.core.$ZodType>(schema: Schema, part?: Part<z.output<Schema>>): z.output<Schema> {
  return check(schema, complete(schema, part), 'built value');
}

/** The value, when it is exactly what the schema says. */
export function check<Schema extends z.core.$ZodType>(schema: Schema, value: unknown, name: string): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new Error(`${name} breaks the contract\n${z.prettifyError(parsed.error)}`);
  const unknown = findUnknown(value, parsed.data);
  if (unknown !== null) throw new Error(`${name} has ${unknown}, which the contract doesn't know`);
  return value as z.output<Schema>;
}

/** A schema drops fields that it doesn't know: path of the first one. */
function findUnknown(given: unknown, kept: unknown): string | null {
  if (given === null || typeof given !== 'object' || kept === null || typeof kept !== 'object') return null;
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!(key in kept)) return key;
    const inner = findUnknown(value, (kept as Record<string, unknown>)[key]);
    if (inner !== null) return `${key}.${inner}`;
  }
  return null;
}

const isValid = (schema: z.core.$ZodType, value: unknown): boolean => {
  const parsed = z.safeParse(schema, value);
  return parsed.success && findUnknown(value, parsed.data) === null;
};

const SAMPLES: unknown[] = [
  ...['', 'sample', '2026-03-09T10:00:00.000Z', '2026-03-09', '09:00', 'ada@acme.example', 'https://acme.example/'],
  ...['#6366F1', 'Europe/Amsterdam', '7b0e4ab2-6cf1-4b0e-8f0a-3c9f6a3c1d11', 'acme.example', '1'],
  ...[0, 1, 10, false, null, [], {}],
];

/** Null where a schema has no sample: the check of the whole then says what is missing. */
const sampleOf = (schema: z.core.$ZodType): unknown => SAMPLES.find((sample) => isValid(schema, sample)) ?? null;

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `part` with what the schema requires beside it. */
export function complete(schema: z.core.$ZodType, part: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return part === undefined || isFields(part) ? completeFields(def.shape, part ?? {}) : part;
    case 'array':
      return Array.isArray(part) ? part.map((item) => complete(def.element, item)) : (part ?? sampleList(schema, def));
    case 'record':
      return isFields(part) ? completeRecord(def.valueType, part) : (part ?? {});
    case 'tuple':
      return def.items.map((item, index) => complete(item, Array.isArray(part) ? part[index] : undefined));
    case 'nullable':
      return part === null || part === undefined ? null : complete(def.innerType, part);
    case 'optional':
      return part === undefined || part === null ? part : complete(def.innerType, part);
    case 'default':
    case 'readonly':
    case 'catch':
      return complete(def.innerType, part);
    case 'pipe':
      return complete(def.in, part);
    case 'lazy':
      return complete(def.getter(), part);
    case 'intersection':
      return { ...(complete(def.left, part) as object), ...(complete(def.right, part) as object) };
    case 'union':
      return completeUnion(def.options, part);
    case 'enum':
      return part === undefined ? Object.values(def.entries)[0] : part;
    case 'literal':
      return part === undefined ? def.values[0] : part;
    default:
      return part === undefined ? sampleOf(schema) : part;
  }
}

function completeFields(shape: z.core.$ZodShape, part: Record<string, unknown>): object {
  const whole: Record<string, unknown> = { ...part };
  for (const [key, schema] of Object.entries(shape)) {
    const value = complete(schema, part[key]);
    if (value !== undefined) whole[key] = value;
  }
  return whole;
}

const completeRecord = (schema: z.core.$ZodType, part: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(part).map(([key, value]) => [key, complete(schema, value)]));

const sampleList = (schema: z.core.$ZodType, { element }: z.core.$ZodArrayDef): unknown =>
  isValid(schema, []) ? [] : [complete(element, undefined)];

/** The first form that the part fits in. */
function completeUnion(options: readonly z.core.$ZodType[], part: unknown): unknown {
  for (const option of options) {
    const whole = complete(option, part);
    if (isValid(option, whole)) return whole;
  }
  return part;
}
