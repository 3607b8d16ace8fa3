import type { ToolManifest } from '../outreach-tools.port.ts';

/** lemlist, API v2: 20 calls in 2 seconds, 100 objects a page, all leads of a campaign in one answer. */
export const lemlistManifest = {
  id: 'lemlist',
  label: 'lemlist',
  key_instructions: 'In lemlist: Settings, Integrations, API. Create a key.',
  address: 'https://api.lemlist.com',
  not_read: [
    { name: 'Senders', reason: 'Their owners connect them here.' },
    {
      name: 'Steps of leads',
      reason: 'lemlist counts steps in two ways. Leads in the middle of a sequence are left out.',
    },
  ],
  limits: { timeout_in_ms: 60_000, max_page_in_bytes: 40_000_000 },
} as const satisfies ToolManifest;
