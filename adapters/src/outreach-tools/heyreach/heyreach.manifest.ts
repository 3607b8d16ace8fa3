import type { ToolManifest } from '../outreach-tools.port.ts';

/** HeyReach, public API: 300 calls a minute, 100 objects a page, leads of lists 1,000. */
export const heyreachManifest = {
  id: 'heyreach',
  label: 'HeyReach',
  key_instructions: 'In HeyReach: Integrations, HeyReach API, New API key.',
  address: 'https://api.heyreach.io',
  not_read: [
    {
      name: 'Exclusion lists',
      reason: 'They are not read. Add them to your suppression list before you start a campaign.',
    },
    { name: 'Steps of leads', reason: "HeyReach doesn't say at which step a lead is. Contacted leads are left out." },
  ],
  limits: { timeout_in_ms: 30_000, max_page_in_bytes: 8_000_000 },
} as const satisfies ToolManifest;
