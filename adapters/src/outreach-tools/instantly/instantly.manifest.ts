import type { ToolManifest } from '../outreach-tools.port.ts';

/** Instantly, API v2: 100 calls a second and 6,000 a minute for a workspace, 100 entries a page. */
export const instantlyManifest = {
  id: 'instantly',
  label: 'Instantly',
  key_instructions: 'In Instantly: Settings, Integrations, API Keys. Create a v2 key with the scope all:read.',
  address: 'https://api.instantly.ai',
  limits: { timeout_in_ms: 30_000, max_page_in_bytes: 8_000_000 },
} as const satisfies ToolManifest;
