import type { Slice } from '../../kernel/slice.ts';
import { brandMailPurpose } from '../brands/index.ts';
import { serveBrandFiles } from './branding.routes.ts';
import { recheckHosts } from './hosts.service.ts';
import { recheckMailDomains } from './mail-domain.service.ts';

export { brandingRoutes } from './branding.routes.ts';
export { loadBrandLogo } from './settings.service.ts';

export const brandingSlice: Slice = {
  name: 'branding',
  pages: serveBrandFiles,
  loops: [
    { name: 'brand-hosts', interval_in_ms: 600_000, run: recheckHosts },
    { name: 'brand-mail', interval_in_ms: 600_000, run: recheckMailDomains },
  ],
  sealed: [
    { table: 'brand_mail_domains', column: 'sealed_private_key', key: 'organization_id', purpose: brandMailPurpose },
  ],
};
