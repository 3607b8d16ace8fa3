/** A JSON schema as far as it becomes a type. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
}

/** The TypeScript of a schema. */
export function printType(schema: Schema | boolean, root: Schema | boolean = schema): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  if (schema.$ref !== undefined) return printType(resolveRef(schema.$ref, root), root);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return joinTypes(
      schema.enum.map((value) => JSON.stringify(value)),
      ' | ',
    );
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return joinTypes(
      choices.map((one) => printType(one, root)),
      ' | ',
    );
  if (schema.allOf)
    return joinTypes(
      schema.allOf.map((one) => `(${printType(one, root)})`),
      ' & ',
    );
  if (Array.isArray(schema.type))
    return joinTypes(
      schema.type.map((type) => printType({ ...schema, type }, root)),
      ' | ',
    );
  return printPlain(schema, root);
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function printPlain(schema: Schema, root: Schema | boolean): string {
  if (schema.type === 'array') return printArray(schema, root);
  if (schema.type === 'object') return printObject(schema, root);
  return SCALARS[String(schema.type)] ?? 'unknown';
}

function printArray({ items, prefixItems }: Schema, root: Schema | boolean): string {
  if (prefixItems) return `[${prefixItems.map((one) => printType(one, root)).join(', ')}]`;
  return `(${items === undefined ? 'unknown' : printType(items, root)})[]`;
}

function printObject({ properties = {}, required = [], additionalProperties }: Schema, root: Schema | boolean): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${printType(schema, root)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  if (typeof additionalProperties === 'object') return `{ [name: string]: ${printType(additionalProperties, root)} }`;
  return additionalProperties === false ? '{}' : '{ [name: string]: unknown }';
}

/** A schema that contains itself has no end as a printed type. */
function resolveRef(ref: string, root: Schema | boolean): Schema {
  const name = ref.replace('#/$defs/', '');
  const found = typeof root === 'object' ? root.$defs?.[name] : undefined;
  if (!found) throw new Error(`No definition of ${ref}.`);
  if (JSON.stringify(found).includes(`"$ref":"${ref}"`)) return {};
  return found;
}

const joinTypes = (types: readonly string[], by: string): string => [...new Set(types)].join(by) || 'never';
