import type { FeatureFlag } from '@overture/domain/access/feature-flags';
import type { Role } from '@overture/domain/access/permissions';
import type { SecurityEventName, SecuritySubject } from '@overture/domain/security/events';
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Tag } from './tags.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Names inside `{}` of a path: `/chats/{id}/notes/{noteId}/` gives `id | noteId`. */
type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** `session` needs a signed-in user, `public` needs none. */
export type EndpointAuth = 'session' | 'public';

/**
 * Schemas are asked for what they take and give alone: to hold each against zod's whole class (`z.ZodType`) doubles the compiler's work.
 */
export interface EndpointOptions<
  Params extends z.core.SomeType,
  Query extends z.core.SomeType,
  Body extends z.core.SomeType,
  Ok extends z.core.SomeType,
  Auth extends EndpointAuth = EndpointAuth,
> {
  summary: string;
  /** Path parameters default to positive integer ids; give a schema for any other shape. */
  params?: Params;
  query?: Query;
  body?: Body;
  ok: Ok;
  /** Success status, 200 unless said otherwise. */
  status?: 200 | 201 | 202;
  /** Codes this call may answer besides those every call can (validation, no session, not found). */
  errors?: readonly ErrorCode[];
  /** `session` (default) needs a signed-in user; `public` needs none. */
  auth?: Auth;
  /**
   * Who may call it. Every call that writes says so: an entry of the table of rights (`RIGHTS` of the domain), or
   * `own` where everybody reaches nothing but themselves. All roles when a reading call leaves it out.
   */
  roles?: readonly Role[] | 'own';
  /**
   * During impersonation: `refused` for the user's personal settings. Endpoints with `own` are refused, unless they say
   * `open`.
   */
  while_acting?: 'open' | 'refused';
  /** Open to who must set up a second factor and has not: setting it up, and leaving. */
  before_second_factor?: true;
  /** Of the agency area: only people of a white-label agency may call it. */
  for_agencies?: true;
  /** Organization feature flag that must be on. */
  feature?: FeatureFlag;
  /** Spends credits: refused with `subscription_required` once trial or subscription has ended. */
  needs_plan?: true;
  /** Multipart upload: largest file in bytes. Fields arrive in `body`, the file as a stream in `file`. */
  multipart?: { max_file_bytes: number };
  /** Largest JSON body in bytes; 1 MiB unless said otherwise. */
  max_body_bytes?: number;
  /** True for calls that write nothing though they are POST (previews, counts). */
  reads_only?: boolean;
  /** Kinds of data that a reading call shows. It is refetched after a write that touches one of them. */
  shows?: readonly Tag[];
  /** Kinds of data that a write changes; every write names them. `nothing` where no cached answer changes. */
  touches?: readonly Tag[] | 'nothing';
  /** Since when programs should use something else, and the day it ends: at least a year later (`YYYY-MM-DD`). */
  deprecated?: { since: string; sunset: string };
  /** What the security log says when this call succeeded or failed, and what the `id` in its path is. */
  recorded?: { event?: SecurityEventName; failed?: SecurityEventName; subject?: SecuritySubject };
}

export interface Endpoint<
  Path extends string = string,
  Params extends z.core.SomeType = z.core.$ZodType,
  Query extends z.core.SomeType = z.core.$ZodType,
  Body extends z.core.SomeType = z.core.$ZodType,
  Ok extends z.core.SomeType = z.core.$ZodType,
  Auth extends EndpointAuth = EndpointAuth,
> extends Omit<
    EndpointOptions<Params, Query, Body, Ok, Auth>,
    'params' | 'query' | 'body' | 'status' | 'auth' | 'errors'
  > {
  method: Method;
  path: Path;
  params: Params;
  query: Query;
  body: Body;
  status: 200 | 201 | 202;
  auth: Auth;
  errors: readonly ErrorCode[];
}

/** True when a signed-in person of this role may call it. */
export function mayCall(endpoint: Pick<Endpoint, 'roles'>, role: Role): boolean {
  return endpoint.roles === undefined || endpoint.roles === 'own' || endpoint.roles.includes(role);
}

/** True when only the user may call it, never an impersonator. */
export function isOwnBusiness({ roles, while_acting }: Pick<Endpoint, 'roles' | 'while_acting'>): boolean {
  return while_acting === 'refused' || (roles === 'own' && while_acting !== 'open');
}

export type IdParams<Path extends string> = z.ZodObject<
  Record<PathParameter<Path>, z.ZodCoercedNumber<number | string>>
>;
type NoFields = z.ZodObject<Record<never, never>>;

/** Version of what the caller saw and changes: another one since then is a `changed_meanwhile`. Left out, nothing is compared. */
export const seenVersion = unused(z.number().int());

/** PostgreSQL bigint ids that JavaScript holds exactly; larger ones cannot exist and answer 404 like any unknown id. */
export const idSchema = z.coerce.number<number | string>().int().positive().max(Number.MAX_SAFE_INTEGER);

/**
 * Declares one call of the API. The path is relative to `/api/v1`, with a trailing slash where the specification has one
 * (the server accepts both). Everything else (routes, client, OpenAPI, table tests) derives from the value it returns.
 */
export function endpoint<
  const Route extends `${Method} /${string}`,
  Ok extends z.core.SomeType,
  Path extends string = Route extends `${Method} ${infer P}` ? P : never,
  Params extends z.core.SomeType = IdParams<Path>,
  Query extends z.core.SomeType = NoFields,
  Body extends z.core.SomeType = NoFields,
  Auth extends EndpointAuth = 'session',
>(
  route: Route,
  options: EndpointOptions<Params, Query, Body, Ok, Auth>,
): Endpoint<Path, Params, Query, Body, Ok, Auth> {
  const [method, path] = route.split(' ') as [Method, Path];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const idParams = z.object(Object.fromEntries(names.map((name) => [name, idSchema])));
  return {
    ...options,
    method,
    path,
    params: options.params ?? (idParams as unknown as Params),
    query: options.query ?? (z.object({}) as unknown as Query),
    body: options.body ?? (z.object({}) as unknown as Body),
    status: options.status ?? 200,
    auth: options.auth ?? ('session' as Auth),
    errors: options.errors ?? [],
  };
}

/** What a caller passes: only the parts the endpoint really takes are demanded. */
export type EndpointInput<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>>;

type Part<Name extends string, Value> =
  IsFieldless<Value> extends true
    ? { [K in Name]?: undefined }
    : Partial<Value> extends Value
      ? { [K in Name]?: Value }
      : { [K in Name]: Value };

/** An object schema without fields infers as `Record<string, never>`. */
type IsFieldless<Value> = [Value[keyof Value]] extends [never] ? true : false;

export type EndpointOutput<E extends Endpoint> = z.output<E['ok']>;

/** A JSON value inside a query string (`filters`): parsed by the server, serialised by the client. */
export function jsonQuery<Schema extends z.core.SomeType>(schema: Schema): Schema {
  return z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    if (value === '') return undefined;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  }, schema) as unknown as Schema;
}

/** A query parameter that may be repeated (`labels=1&labels=2`), written once, or given with commas. */
export function listQuery<Schema extends z.core.SomeType>(schema: Schema): Schema {
  return z.preprocess((value) => {
    if (value === undefined || value === '') return undefined;
    if (Array.isArray(value)) return value;
    return typeof value === 'string' ? value.split(',') : [value];
  }, schema) as unknown as Schema;
}

/** `true`, `1`, `yes` and their opposites in a query string. */
export const booleanQuery = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  if (['true', '1', 'yes'].includes(value.toLowerCase())) return true;
  if (['false', '0', 'no', ''].includes(value.toLowerCase())) return false;
  return value;
}, z.boolean()) as unknown as z.ZodBoolean;

/** Page numbers start at 1. The bound keeps offsets inside bigint and plans sane. */
export const pageQuery = z.coerce.number<number | string>().int().min(1).max(10_000_000).default(1);

/** How many rows a page by cursor has at most. */
const MAX_CURSOR_ROWS = 200;

/**
 * For programs that read a whole list: `cursor` is empty for the first page and then the `next_cursor` of the page before. Rows that
 * are added or removed in between shift nothing. `limit` alone reads the first page. Without both the list has numbered pages.
 */
export const cursorQuery = {
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number<number | string>().int().min(1).max(MAX_CURSOR_ROWS).optional(),
};

/** Null on the last page, and for numbered pages. */
export const nextCursor = { next_cursor: z.string().nullable().optional() };

/** Unused body fields may be left out or null. */
export function unused<Schema extends z.core.SomeType>(schema: Schema) {
  return z.nullish(schema);
}

/** Said of a thing in a list that people make: whether who asks may delete it (`withMayDelete` of the server). Screens hide the button where not. */
export const mayDeleteField = { may_delete: z.boolean() };
export type Listed<Thing> = Thing & { may_delete: boolean };

/** Answer of calls whose specification shows none. */
export const done = z.object({ success: z.literal(true) });
