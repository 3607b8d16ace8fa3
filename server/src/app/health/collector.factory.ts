import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector of OpenTelemetry gets it, in JSON. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number; message?: string };
  events?: unknown[];
}

interface Body {
  resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

/** A collector for tests. It keeps what it got; while `status` is another one, it refuses. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const state: { status: number; headers: IncomingHttpHeaders; path: string } = { status: 200, headers: {}, path: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      state.headers = request.headers;
      state.path = request.url ?? '';
      if (state.status === 200) {
        bodies.push(body);
        for (const { scopeSpans } of (JSON.parse(body) as Body).resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    spans,
    bodies,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
