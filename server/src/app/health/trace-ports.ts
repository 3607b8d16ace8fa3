import { describeErrorType, isTracing, runInSpan, startSpan } from '../../kernel/tracing/tracing.ts';
import type { Ports } from '../../ports.ts';

/** Of files on this machine there are too many to be of use. */
const UNTRACED = new Set<string>(['files']);
/** A port of each vendor. */
const GROUPS = new Set<string>(['crm', 'mail_oauth']);
/** What these open lasts for hours: its spans would have no end. */
const OPENS = /^(?:open|close)/;

/** A span for each call of a port that takes its time. What is sent and answered is not said. */
export function tracePorts(ports: Ports): Ports {
  if (!isTracing()) return ports;
  const traced = Object.entries(ports).map(([name, port]: [string, object | null]) => {
    if (port === null || UNTRACED.has(name)) return [name, port];
    if (!GROUPS.has(name)) return [name, tracePort(name, port)];
    return [name, Object.fromEntries(Object.entries(port).map(([vendor, one]) => [vendor, tracePort(name, one)]))];
  });
  return { ...ports, ...Object.fromEntries(traced) };
}

function tracePort<Port extends object>(name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || typeof key !== 'string' || OPENS.test(key)) return value;
      return (...given: unknown[]) => callInSpan(name, key, () => value.apply(target, given));
    },
  });
}

function callInSpan(port: string, method: string, call: () => unknown): unknown {
  const span = startSpan(`${port}.${method}`, { kind: 'client', attributes: { 'overture.port': port } });
  if (span === null) return call();
  const answer = runInSpan(span, call);
  // A method without a promise makes no request. Its span never ends, and only spans that ended are sent.
  if (!(answer instanceof Promise)) return answer;
  answer.then(
    () => span.end(false),
    (error: unknown) => {
      span.set({ 'error.type': describeErrorType(error) });
      span.end(true);
    },
  );
  return answer;
}
