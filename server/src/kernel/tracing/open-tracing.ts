import type { Log } from '../log.ts';
import { installTracer } from './tracing.ts';

/** `name=value,name=value`, values in the encoding of addresses, as OpenTelemetry writes them. */
export function parseHeaders(text: string): Record<string, string> | null {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return [pair.slice(0, Math.max(at, 0)).trim(), at < 0 ? '' : pair.slice(at + 1).trim()];
    });
  try {
    const read = pairs.map(([name, value]) => [name, decodeURIComponent(value)] as const);
    return read.every(([name, value]) => /^[\w-]{1,100}$/.test(name) && /^[\x20-\x7e]+$/.test(value))
      ? Object.fromEntries(read)
      : null;
  } catch {
    return null;
  }
}

export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>;
  OTEL_SERVICE_NAME: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Loads the libraries and sends spans, if the operator named a collector. @returns how to stop */
export async function openTracing(
  config: TracingSettings,
  log: Log,
  { version, roles }: { version: string; roles: readonly string[] },
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return async () => undefined;
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  const settings = {
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    service: config.OTEL_SERVICE_NAME,
    version,
    roles,
  };
  const tracer = createOtlpTracer(settings, log);
  const remove = installTracer(tracer);
  return async () => {
    remove();
    await tracer.stop();
  };
}
