import type { ToolManifest } from '../outreach-tools.port.ts';

/** Smartlead, API v1: 60 calls a minute at least, 100 leads a page. The key is part of each address. */
export const smartleadManifest = {
  id: 'smartlead',
  label: 'Smartlead',
  key_instructions: 'In Smartlead: Settings, API Keys, Generate New API Key.',
  address: 'https://server.smartlead.ai',
  not_read: [
    { name: 'Lead lists', reason: 'Leads outside campaigns are not read. Export them there, and import the file.' },
    {
      name: 'Lead categories',
      reason: 'Of them Do Not Contact is read. Other outcomes of a lead are read from its messages.',
    },
  ],
  limits: { timeout_in_ms: 30_000, max_page_in_bytes: 8_000_000 },
} as const satisfies ToolManifest;
