import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver for tests: it keeps what it got, and answers as the test says. */
export async function startReceiver() {
  const received: Received[] = [];
  const state = { answer: (response: ServerResponse, _request: Received): void => void response.end('ok') };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const got = { path: request.url ?? '', headers: request.headers, body };
      received.push(got);
      state.answer(response, got);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
