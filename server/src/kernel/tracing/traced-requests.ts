import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, runInSpan, type Span, startSpan } from './tracing.ts';

const spans = new WeakMap<FastifyRequest, Span>();

/** Asked every few seconds by load balancers and Prometheus. */
const PROBES = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/** Files of the application, addresses that no route has, and live connections, which last for hours, are none. */
function findRoute(request: FastifyRequest): string | null {
  const route = request.routeOptions.url;
  if (route === undefined || route.includes('*') || PROBES.has(route)) return null;
  return request.headers.upgrade === undefined ? route : null;
}

/**
 * A span for each request. It begins a trace: a header of a stranger would otherwise choose what is recorded, and join traces of
 * others. Theirs is a link.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const route = findRoute(request);
    const { traceparent } = request.headers;
    const span =
      route === null
        ? null
        : startSpan(`${request.method} ${route}`, {
            kind: 'server',
            attributes: { 'http.request.method': request.method, 'http.route': route },
            parent: null,
            link: typeof traceparent === 'string' ? traceparent : undefined,
          });
    if (span) spans.set(request, span);
    done();
  });
  // Not sooner: a body arrives by events of its connection, which know nothing of the request's span.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) runInSpan(span, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500);
    done();
  });
}
