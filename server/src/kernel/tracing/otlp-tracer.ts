import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { cutText } from '@overture/domain/text/text-bounds';
import { describeReason } from '../db/outage.ts';
import type { Log } from '../log.ts';
import type { Span, SpanOptions, Tracer } from './tracing.ts';

/** Loaded only when an endpoint is set: these libraries take memory and time at the start. */

export interface TracerSettings {
  /** Of a collector: `/v1/traces` is added. */
  endpoint: string;
  headers: Record<string, string>;
  /** Of new traces, in [0, 1]. Work that another span caused follows that one. */
  share: number;
  service: string;
  version: string;
  roles: readonly string[];
}

/** Spans wait in memory. Beyond this many they are dropped: a collector that is away holds nothing up. */
const MAX_WAITING = 2048;
const BATCH = 512;
const EXPORT_EVERY_IN_MS = 2000;
const EXPORT_LIMIT_IN_MS = 5000;
const STOP_LIMIT_IN_MS = 3000;
const WORTH_SAYING_EVERY_IN_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function parseTraceparent(text: string | null | undefined) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? '') ?? [];
  if (!traceId || !spanId || flags === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

function contextOf(parent: string | null | undefined): Context {
  const known = parseTraceparent(parent);
  return known ? trace.setSpanContext(ROOT_CONTEXT, known) : ROOT_CONTEXT;
}

const LONGEST_REASON = 200;

/** Without what the collector answered: that may be long, and repeat the headers with our credentials. */
function describeFailure(error: Error | undefined): { reason: string; code?: string | number } {
  const { code } = Object(error) as { code?: unknown };
  const reason = error === undefined ? 'unknown' : cutText(describeReason(error), LONGEST_REASON);
  return typeof code === 'string' || typeof code === 'number' ? { reason, code } : { reason };
}

/** Logs that spans were not taken, once a minute. */
function reportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && performance.now() - saidAt > WORTH_SAYING_EVERY_IN_MS) {
          saidAt = performance.now();
          log.warn({ ...describeFailure(result.error), spans: spans.length }, 'traces were not exported');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

export function createOtlpTracer(settings: TracerSettings, log: Log): Tracer {
  const { endpoint, headers, share, service, version, roles } = settings;
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_LIMIT_IN_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'overture.roles': roles.join(','),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportFailures(exporter, log),
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: EXPORT_EVERY_IN_MS,
        exportTimeoutMillis: EXPORT_LIMIT_IN_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('overture', version);
  return {
    start(name: string, { kind = 'internal', attributes = {}, parent, link }: SpanOptions): Span {
      const linked = parseTraceparent(link);
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes: { ...attributes }, links: linked ? [{ context: linked }] : [] },
        contextOf(parent),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        set: (more) => void span.setAttributes(more as Attributes),
        end(hasFailed) {
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_LIMIT_IN_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
