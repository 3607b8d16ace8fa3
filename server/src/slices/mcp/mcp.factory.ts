import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { api } from '@overture/contract';
import type { KeyScope } from '@overture/domain/access/key-scopes';
import type { TestClient, TestServer } from '../../testing/harness.ts';

export const ERAS = ['legacy', '2026-07-28'] as const;
type Era = (typeof ERAS)[number];

export async function makeKey(
  person: TestClient,
  scopes: readonly KeyScope[],
): Promise<{ id: number; secret: string }> {
  const { data } = await person.call(api.createApiKey, { body: { name: 'Assistant', scopes: [...scopes] } });
  return { id: data.key.id, secret: data.secret };
}

export function addressOf(server: TestServer): string {
  const { port } = server.program.app.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/mcp`;
}

/** The official client, over HTTP, in one era of the protocol. */
export async function connectAssistant(server: TestServer, secret: string, era: Era = '2026-07-28'): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: era };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${secret}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(addressOf(server)), { requestInit: { headers } }));
  return client;
}

/** Names of the tools that a key sees, without the checks of the client. */
export async function listNames(server: TestServer, secret: string, era: Era): Promise<string[]> {
  const client = await connectAssistant(server, secret, era);
  const { tools } = await client.request({ method: 'tools/list', params: {} });
  await client.close();
  return (tools as { name: string }[]).map(({ name }) => name);
}

export interface ToolAnswer {
  is_error: boolean;
  /** Of a failure. */
  code: string | null;
  data: unknown;
  notes: string[];
}

export async function useTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: given });
  const blocks = result.content as { text: string }[];
  const last = JSON.parse(blocks.at(-1)?.text ?? 'null');
  if (result.isError) return { is_error: true, code: last.code, data: last, notes: [] };
  return { is_error: false, code: null, ...(result.structuredContent as { data: unknown; notes: string[] }) };
}
