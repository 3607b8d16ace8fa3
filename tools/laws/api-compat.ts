/** A JSON schema as far as the comparison reads it. */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

/** What programs rely on in a call: its scope, what it takes, and what it answers. */
export interface ReleasedCall {
  call: string;
  scope: string;
  takes: Schema;
  answers: Schema;
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
  security?: Record<string, string[]>[];
}

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

/** The calls of an OpenAPI document that a key reaches, without descriptions. */
export function listReleased(document: Document): ReleasedCall[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>).flatMap(([method, operation]) => {
        const scope = operation.security?.find((one) => one.key)?.key?.[0];
        if (scope === undefined) return [];
        return [{ call: `${method.toUpperCase()} ${path}`, scope, ...describe(operation) }];
      }),
    )
    .toSorted((one, other) => (one.call < other.call ? -1 : 1));
}

function describe({ parameters = [], requestBody, responses }: Operation): Pick<ReleasedCall, 'takes' | 'answers'> {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const named = (place: string): Schema => {
    const list = parameters.filter((parameter) => parameter.in === place);
    return {
      type: 'object',
      properties: Object.fromEntries(list.map(({ name, schema }) => [name, schema ?? {}])),
      required: list.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const takes: Schema = { type: 'object', properties: { query: named('query'), ...(body ? { body } : {}) } };
  return {
    takes: withoutWords(takes) as Schema,
    answers: withoutWords(success?.content?.['application/json']?.schema ?? {}) as Schema,
  };
}

const KEPT = new Set(['type', 'enum', 'const', 'properties', 'required', 'items', 'anyOf', 'additionalProperties']);

/** A schema with the members that the comparison reads. Names of properties are no members. */
function withoutWords(value: unknown, isSchema = true): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutWords(part));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSchema || KEPT.has(name))
      .map(([name, part]) => [name, withoutWords(part, !(isSchema && name === 'properties'))]),
  );
}

/** What would break a program that was written for the released API, in words. */
export function findBreaks(released: readonly ReleasedCall[], current: readonly ReleasedCall[]): string[] {
  const now = new Map(current.map((one) => [one.call, one]));
  return released.flatMap((old) => {
    const next = now.get(old.call);
    if (!next) return [`${old.call} is gone`];
    return [
      ...(next.scope === old.scope ? [] : [`${old.call} needs the scope ${next.scope} instead of ${old.scope}`]),
      ...compareTaken(old.takes, next.takes).map((text) => `${old.call} ${text}`),
      ...compareAnswered(old.answers, next.answers).map((text) => `${old.call} ${text}`),
    ];
  });
}

const at = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const typesOf = ({ type, anyOf }: Schema): string[] =>
  [...(type === undefined ? [] : [type].flat()), ...(anyOf ?? []).flatMap(typesOf)].toSorted();
const valuesOf = (schema: Schema): unknown[] | undefined =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
const narrowest = (schema: Schema): Schema =>
  schema.anyOf ? (schema.anyOf.find(({ type }) => type !== 'null') ?? schema) : schema;

/** A request may take more than before, never less. */
function compareTaken(before: Schema, after: Schema, path = ''): string[] {
  const lost = typesOf(before).filter((type) => !accepts(typesOf(after), type));
  const [old, next] = [narrowest(before), narrowest(after)];
  const values = valuesOf(next);
  const refused = values ? (valuesOf(old) ?? []).filter((value) => !values.includes(value)) : [];
  const required = (next.required ?? []).filter((name) => !old.required?.includes(name));
  return [
    ...lost.map((type) => `no longer takes ${type} as ${path}`),
    ...refused.map((value) => `no longer takes ${String(value)} as ${path}`),
    ...required.map((name) => `requires ${at(path, name)}`),
    ...Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
      const own = next.properties?.[name];
      return own ? compareTaken(schema, own, at(path, name)) : [`no longer takes ${at(path, name)}`];
    }),
    ...(old.items && next.items ? compareTaken(old.items, next.items, `${path}[]`) : []),
  ];
}

const accepts = (types: readonly string[], type: string): boolean =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));

/** A response may say more than before, never less. */
function compareAnswered(before: Schema, after: Schema, path = ''): string[] {
  const known = typesOf(before);
  const strange = typesOf(after).filter((type) => !accepts(known, type));
  const [old, next] = [narrowest(before), narrowest(after)];
  const optional = (old.required ?? []).filter((name) => next.properties?.[name] && !next.required?.includes(name));
  return [
    ...strange.map((type) => `can answer ${type} as ${path}`),
    ...optional.map((name) => `can leave out ${at(path, name)}`),
    ...Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
      const own = next.properties?.[name];
      return own ? compareAnswered(schema, own, at(path, name)) : [`no longer answers ${at(path, name)}`];
    }),
    ...(old.items && next.items ? compareAnswered(old.items, next.items, `${path}[]`) : []),
  ];
}
