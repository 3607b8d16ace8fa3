import type { KeyAccess } from '@overture/domain/access/key-scopes';
import type { Api } from './index.ts';
import { CAMPAIGN_ACCESS } from './scopes/campaign-access.ts';
import { INBOX_ACCESS } from './scopes/inbox-access.ts';
import { LEAD_ACCESS } from './scopes/lead-access.ts';
import { ORGANIZATION_ACCESS } from './scopes/organization-access.ts';
import { PEOPLE_ACCESS } from './scopes/people-access.ts';

/** The scope by which an API key reaches each call. A call that is missing here does not compile. */
export const KEY_ACCESS = {
  ...PEOPLE_ACCESS,
  ...LEAD_ACCESS,
  ...CAMPAIGN_ACCESS,
  ...INBOX_ACCESS,
  ...ORGANIZATION_ACCESS,
} as const satisfies Record<keyof Api, KeyAccess>;
