import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Traces of OpenTelemetry. Without `OTEL_EXPORTER_OTLP_ENDPOINT` there is no tracer: every function here only calls its work, and none of the
 * libraries is loaded (`otlp-tracer.ts`).
 */

/**
 * All that a span may say besides its name. Values come from our code (a route's pattern, a task, a loop), never from a request, a lead or an
 * organization: traces leave the installation.
 */
interface SpanAttributes {
  'http.request.method'?: string;
  'http.route'?: string;
  'http.response.status_code'?: number;
  'overture.event'?: string;
  'overture.loop'?: string;
  'overture.port'?: string;
  'overture.task'?: string;
  'overture.units'?: number;
  'error.type'?: string;
}

export interface SpanOptions {
  kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** The `traceparent` of what caused it; by default the span that is open here, null for none. */
  parent?: string | null | undefined;
  /** The `traceparent` of a stranger: it is only referred to. */
  link?: string | undefined;
}

export interface Span {
  /** As the header of W3C Trace Context. */
  traceparent: string;
  set(attributes: SpanAttributes): void;
  /** @param has_failed shown as an error; the reason is an attribute, never a message */
  end(has_failed: boolean): void;
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  /** Sends what is left, within a few seconds. */
  stop(): Promise<void>;
}

let tracer: Tracer | null = null;
const current = new AsyncLocalStorage<Span>();

/** @returns how to remove it */
export function installTracer(given: Tracer): () => void {
  tracer = given;
  return () => {
    if (tracer === given) tracer = null;
  };
}

export const isTracing = (): boolean => tracer !== null;

/** Of the span that is open here, for what leaves this process or transaction. */
export const getTraceparent = (): string | undefined => current.getStore()?.traceparent;

/** A span that the caller ends. Null without a tracer. */
export const startSpan = (name: string, options: SpanOptions): Span | null =>
  tracer?.start(name, { ...options, parent: options.parent === undefined ? getTraceparent() : options.parent }) ?? null;

/** Spans of `work` become children of `span`. */
export const runInSpan = <Result>(span: Span, work: () => Result): Result => current.run(span, work);

/** Codes and names of classes that are ours or a library's; anything else could hold an address. */
const PLAIN = /^\w{1,40}$/;

export function describeErrorType(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  const found = [code, name].find((one): one is string => typeof one === 'string' && PLAIN.test(one));
  return found ?? 'Error';
}

/** Runs `work` in a span of its own, which fails if it throws. */
export async function trace<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  const span = startSpan(name, options);
  if (span === null) return work();
  try {
    const result = await current.run(span, work);
    span.end(false);
    return result;
  } catch (error) {
    span.set({ 'error.type': describeErrorType(error) });
    span.end(true);
    throw error;
  }
}
