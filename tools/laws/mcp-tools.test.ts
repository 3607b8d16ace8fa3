import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import type { McpTool } from '@overture/contract/mcp/mcp-tool';
import { MCP_TOOLS } from '@overture/contract/mcp/mcp-tools';
import { KEY_ACCESS } from '@overture/contract/scopes';
import { isOutward } from '@overture/domain/access/key-scopes';
import { expect, test } from 'vitest';
import { describeInput, describeOutput, findField } from '../../server/src/slices/mcp/tool-schema.rules.ts';

type Shape = Record<string, { safeParse(value: unknown): { success: boolean } }>;

/** What is wrong with a tool of the MCP server; each sentence names it. */
function findToolProblems(tools: readonly McpTool[]): string[] {
  const names = tools.flatMap(({ name, former_names = [] }) => [name, ...former_names]);
  const doubled = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...doubled.map((name) => `${name}: two tools have this name`),
    ...tools.flatMap((tool) => findProblems(tool).map((problem) => `${tool.name}: ${problem}`)),
  ];
}

function findProblems(tool: McpTool): string[] {
  const endpoint = api[tool.call] as unknown as Endpoint;
  const places = new Set([...Object.values(tool.takes).map(([place]) => place), ...Object.keys(tool.fixed ?? {})]);
  const unknown = [...places].filter((place) => !findField(endpoint, place));
  if (unknown.length > 0) return [`${tool.call} has no ${unknown.join(', ')}`];
  const access = KEY_ACCESS[tool.call];
  const isRead = endpoint.method === 'GET' || endpoint.reads_only === true;
  const missing = listRequired(endpoint).filter((place) => !places.has(place as never));
  return [
    ...missing.map((place) => `${place} is required by ${tool.call}`),
    ...(/^[a-z]+(_[a-z]+)+$/.test(tool.name) ? [] : ['a name is words in snake_case']),
    ...(access === 'never' || access === 'public' ? ['no key reaches this call'] : []),
    ...((tool.kind === 'read') === isRead ? [] : ['its kind says something else than its call']),
    ...(access === 'spend' && !tool.costs ? ['it spends credits without a bound'] : []),
    ...(isOutward(access) && access !== 'spend' && !ASKING.has(tool.call) ? ['it acts outside'] : []),
  ];
}

/** Calls of the scope `send` that only prepare, ask or report: a person decides (decision 0341). */
const ASKING: ReadonlySet<string> = new Set(['prepareActivation', 'prepareMessage', 'requestApproval', 'getApproval']);

function listRequired(endpoint: Endpoint): string[] {
  return (['params', 'query', 'body'] as const).flatMap((where) =>
    Object.entries((endpoint[where] as unknown as { shape?: Shape }).shape ?? {})
      .filter(([, field]) => !field.safeParse(undefined).success)
      .map(([name]) => `${where}.${name}`),
  );
}

test('tools name calls and fields that exist, with everything the call needs', () => {
  expect(findToolProblems(MCP_TOOLS)).toEqual([]);
});

test('a wrong tool is found', () => {
  const tool: McpTool = {
    name: 'planted',
    title: 'Planted',
    description: 'Planted.',
    call: 'activateCampaign',
    kind: 'read',
    takes: {},
  };
  const list = { ...tool, name: 'a_list', call: 'listSearches', takes: { nothing: ['query.nothing', ''] } } as const;
  const draft = { ...tool, name: 'a_list', call: 'generateResponse', takes: { id: ['params.id', ''] } } as const;
  expect(findToolProblems([tool, list, draft])).toEqual([
    'a_list: two tools have this name',
    'planted: params.id is required by activateCampaign',
    'planted: a name is words in snake_case',
    'planted: its kind says something else than its call',
    'planted: it acts outside',
    'a_list: listSearches has no query.nothing',
    'a_list: its kind says something else than its call',
    'a_list: it spends credits without a bound',
  ]);
});

test('the list of all tools stays readable for a client', () => {
  const listed = MCP_TOOLS.map((tool) => [tool.name, tool.description, describeInput(tool)]);
  expect(JSON.stringify(listed).length).toBeLessThan(60_000);
  expect(JSON.stringify(MCP_TOOLS.map(describeOutput)).length).toBeLessThan(200_000);
  for (const tool of MCP_TOOLS) expect(describeOutput(tool)).toMatchObject({ type: 'object' });
});
