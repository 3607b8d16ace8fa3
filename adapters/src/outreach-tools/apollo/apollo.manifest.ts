import type { ToolManifest } from '../outreach-tools.port.ts';

/** Apollo, API v1: a limit of calls for each minute, hour and day by plan, 100 objects a page, and 50,000 of a search. */
export const apolloManifest = {
  id: 'apollo',
  label: 'Apollo',
  key_instructions: 'In Apollo: Settings, Integrations, API, API Keys. Create a master key.',
  address: 'https://api.apollo.io',
  not_read: [
    { name: 'Texts of sequences', reason: "Apollo's API doesn't give them. Copy them into the drafts." },
    {
      name: 'Other stages of contacts',
      reason:
        'Contacts in stages that say so (Do Not Contact, Unsubscribed, Opted Out, DNC) are on the suppression list. Other stages are not read: add people you no longer want to contact before you start a campaign.',
    },
    { name: 'Custom fields', reason: "Apollo's API gives no names with their values." },
    {
      name: 'More than 50,000 contacts',
      reason: 'Apollo shows no more of a search. Export the others there, and import the file.',
    },
  ],
  limits: { timeout_in_ms: 30_000, max_page_in_bytes: 8_000_000 },
} as const satisfies ToolManifest;
