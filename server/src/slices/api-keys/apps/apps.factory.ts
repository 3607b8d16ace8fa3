import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@overture/contract';
import type { AppScope } from '@overture/domain/access/key-scopes';
import type { TestClient, TestServer } from '../../../testing/harness.ts';

/** The address of the installation, as apps know it. */
export const ISSUER = 'http://localhost';
export const RETURN_TO = 'http://127.0.0.1:4711/callback';

/** Requests to the installation's address reach the test server, which listens on another port. */
export function fetchFrom(server: TestServer): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return (url, init) => {
    const { port } = server.program.app.server.address() as AddressInfo;
    return fetch(String(url).replace(`${ISSUER}/`, `http://127.0.0.1:${port}/`), init);
  };
}

/** The person approves on the page that an app opened. @returns where the browser is sent */
export async function approveAt(person: TestClient, url: URL, scopes: AppScope[] = ['read', 'write']): Promise<URL> {
  const { data, error } = await person.call(api.approveApp, {
    body: { request: Object.fromEntries(url.searchParams), scopes },
  });
  if (!data?.redirect_to) throw new Error(`not approved: ${error?.code} ${error?.error}`);
  return new URL(data.redirect_to);
}

/** A host of apps on this machine. `answer` says what is at each path. */
export async function startAppHost(answer: (path: string) => { status?: number; headers?: object; body: string }) {
  const asked: string[] = [];
  const host = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status = 200, headers = {}, body } = answer(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    stop: () => {
      host.closeAllConnections();
      return new Promise((resolve) => host.close(resolve));
    },
  };
}
