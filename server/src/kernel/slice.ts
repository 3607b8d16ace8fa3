import type { Readable } from 'node:stream';
import type { Endpoint } from '@overture/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { DomainEventOf, DomainEventType } from '../events.ts';
import type { Context, SystemContext, TransactionContext } from './context.ts';
import type { SessionIdentity } from './http/sessions.ts';

/** A file of a multipart call, already on disk. It is deleted after the answer unless the handler moves it away. */
export interface UploadedFile {
  path: string;
  filename: string;
  content_type: string;
  size_in_bytes: number;
}

export interface HandlerInput<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  /** Multipart calls only. */
  file: UploadedFile | null;
  /**
   * Multipart calls only: runs the effect of a file that is ready, and gives the answer. For a repeated request of a program it gives the
   * stored answer instead. The work calls nothing outside: it may run within a transaction.
   */
  once: RunEffect;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type RunEffect = (work: (ctx: SessionContext) => Promise<unknown>) => Promise<HandlerReply>;

/** What a handler gets: an organization's context, or the system's for public calls. */
type HandlerContext<E extends Endpoint> = E['auth'] extends 'public' ? SystemContext : SessionContext;

/** A request of a signed-in person. */
export type SessionContext = Context & {
  user: NonNullable<Context['user']>;
  system: SystemContext;
  session: SessionIdentity;
};

export type Handler<E extends Endpoint> = (
  ctx: HandlerContext<E>,
  input: HandlerInput<E>,
) => Promise<z.input<E['ok']> | HandlerReply>;

/** Answer with a status other than the endpoint's own (202 where a small file answers 200), or a stream. */
export class HandlerReply {
  readonly status: number;
  readonly payload: unknown;
  constructor(status: number, payload: unknown) {
    this.status = status;
    this.payload = payload;
  }
}

/** Answers with a CSV file to keep; what is streamed is read while it is sent. @param name of the file, plain letters only */
export function replyCsv(reply: FastifyReply, name: string, content: string | Readable): HandlerReply {
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  });
  return new HandlerReply(200, content);
}

/** Answers with a PDF file to keep, which no proxy does. @param name like that of `replyCsv` */
export function replyPdf(reply: FastifyReply, name: string, content: Buffer): HandlerReply {
  reply.headers({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${name}.pdf"`,
    'cache-control': 'no-store',
  });
  return new HandlerReply(200, content);
}

export type RouteTable<Endpoints> = {
  [Name in keyof Endpoints]: Endpoints[Name] extends Endpoint ? Handler<Endpoints[Name]> : never;
};

export type EventHandlers = {
  [Type in DomainEventType]?: (ctx: TransactionContext, event: DomainEventOf<Type>) => Promise<void>;
};

/** A job's work. The payload is what was added, unchecked: parse it. Runs at least once. */
export type Task = (ctx: SystemContext, payload: Record<string, unknown>, signal: AbortSignal) => Promise<void>;

/** Work repeated every `interval_in_ms` of real time by each process of the role `worker`, never overlapping itself. */
export interface Loop {
  name: string;
  interval_in_ms: number;
  run(ctx: SystemContext, signal: AbortSignal): Promise<void>;
}

/** Work that lives as long as the worker (mail sync). `start` answers how to end it. */
export interface Service {
  name: string;
  start(ctx: SystemContext): Promise<() => Promise<void>>;
}

/** A column that holds what the vault sealed: found by the rotation of SECRET_KEY. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The table's primary key, of one column. */
  key: string;
  /** What the vault sealed it for; where that is the row's own, made from its key. */
  purpose: string | ((key: unknown) => string);
}

/** The face of a feature towards `app/`: everything the program runs for it. */
export interface Slice {
  name: string;
  tasks?: Record<string, Task>;
  loops?: Loop[];
  services?: Service[];
  on?: EventHandlers;
  sealed?: SealedColumn[];
  /** Purposes of signatures that stay valid forever, also after a change of SECRET_KEY. */
  signatures?: string[];
  /** Routes that are pages rather than calls (the unsubscribe page). */
  pages?(app: FastifyInstance, ctx: SystemContext): void;
}
