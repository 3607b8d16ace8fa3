import type { KeyAccess, KeyScope } from '@overture/domain/access/key-scopes';
import { KEY_ACCESS } from '../scopes.ts';
import { CAMPAIGN_TOOLS } from './campaign-tools.ts';
import { INBOX_TOOLS } from './inbox-tools.ts';
import { LEAD_TOOLS } from './lead-tools.ts';
import type { McpTool } from './mcp-tool.ts';
import { SENDING_TOOLS } from './sending-tools.ts';

/** Every tool of the MCP server, in the order of its list. */
export const MCP_TOOLS: readonly McpTool[] = [...LEAD_TOOLS, ...CAMPAIGN_TOOLS, ...INBOX_TOOLS, ...SENDING_TOOLS];

/** The scope by which a key reaches the call of a tool. */
export const accessOf = ({ call }: Pick<McpTool, 'call'>): KeyAccess => KEY_ACCESS[call];

/** Whether a key with these scopes may use a tool. A key without the scope does not see the tool either. */
export function mayUseTool(tool: Pick<McpTool, 'call'>, scopes: readonly KeyScope[]): boolean {
  const access = accessOf(tool);
  return access !== 'never' && access !== 'public' && scopes.includes(access);
}

/** The tools that a key with these scopes sees. */
export function listToolsFor(scopes: readonly KeyScope[]): McpTool[] {
  return MCP_TOOLS.filter((tool) => mayUseTool(tool, scopes));
}

/** The tool of this name. */
export function findTool(name: string): McpTool | undefined {
  return MCP_TOOLS.find((tool) => tool.name === name);
}

/** The tool that had this name before it was renamed. */
export function findRenamedTool(name: string): McpTool | undefined {
  return MCP_TOOLS.find(({ former_names }) => former_names?.includes(name));
}
