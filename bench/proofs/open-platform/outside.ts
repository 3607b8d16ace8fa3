import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Webhook } from 'standardwebhooks';
import { buildPackage } from '../../../packages/client/build/build-package.ts';
import { startReceiver } from '../../../server/src/slices/webhooks/receiver.factory.ts';

const run = promisify(execFile);

/** The programs of the README of `@overture/client`, as they are written there, beside the built package. */
export function unpackReadme() {
  const folder = mkdtempSync(join(tmpdir(), 'overture-readme-'));
  const built = join(folder, 'node_modules/@overture/client');
  mkdirSync(join(built, '..'), { recursive: true });
  buildPackage(built);
  const readme = readFileSync(join(built, 'README.md'), 'utf8');
  const files = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ''], index) => {
    const file = join(folder, `program-${index}.mjs`);
    writeFileSync(file, code);
    return file;
  });
  const receiver = files.pop() as string;
  return {
    /** Runs each with Node.js. @returns what they print */
    async runPrograms(url: string, key: string): Promise<string[]> {
      const env = { ...process.env, FORCE_COLOR: '0', OVERTURE_URL: url, OVERTURE_KEY: key };
      const outputs: string[] = [];
      for (const file of files) outputs.push((await run(process.execPath, [file], { env, timeout: 60_000 })).stdout);
      return outputs.map((output) => output.trim());
    },
    loadReceiver: (): Promise<{ receive(request: Request): Promise<Response> }> => import(pathToFileURL(receiver).href),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Readme = ReturnType<typeof unpackReadme>;

/** A receiver with the code of the README, which answers 204; each message is verified by the package `standardwebhooks` as well. */
export async function startVerifyingReceiver(readme: Readme) {
  const { receive } = await readme.loadReceiver();
  const receiver = await startReceiver();
  const verified: { type: string; data: Record<string, unknown> }[] = [];
  let secret = '';
  receiver.state.answer = (response, { headers, body }) => {
    const request = new Request(receiver.url, { method: 'POST', headers: plain(headers), body });
    const answer = async () => {
      verified.push(new Webhook(secret).verify(body, plain(headers)) as (typeof verified)[number]);
      return (await receive(request)).status;
    };
    answer().then(
      (status) => response.writeHead(status).end(),
      (error: Error) => response.writeHead(401).end(error.message),
    );
  };
  return {
    url: receiver.url,
    verified,
    trust(signing: string): void {
      secret = signing;
      process.env.OVERTURE_SECRET = signing;
    },
    close: receiver.close,
  };
}

const plain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** The official client of the protocol. `token`: a key, or the access token of a connected app. */
export async function connectAssistant(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'open-platform', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

/** An app that registers, sends the browser to the page of consent, and waits for it to come back. */
export async function startApp(url: string) {
  const callback = await startReceiver();
  callback.state.answer = (response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Back in Deskmate</h1>');
  const redirect_uri = callback.url;
  const register = { client_name: 'Deskmate', redirect_uris: [redirect_uri] };
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(register),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = 'a'.repeat(64);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const resource = `${url}/mcp`;
  const consent = new URL(`${url}/oauth/authorize`);
  consent.search = new URLSearchParams({
    response_type: 'code',
    scope: 'read write',
    code_challenge: Buffer.from(digest).toString('base64url'),
    code_challenge_method: 'S256',
    state: 'of the app',
    ...{ client_id, redirect_uri, resource },
  }).toString();
  return {
    consent: consent.href,
    redirect_uri,
    /** @returns the access token for the code that the browser brought to `address` */
    async takeToken(address: string): Promise<string> {
      const code = new URL(address).searchParams.get('code') ?? '';
      const form = { grant_type: 'authorization_code', code, code_verifier: verifier };
      const body = new URLSearchParams({ ...form, client_id, redirect_uri, resource });
      const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    close: callback.close,
  };
}
