import type { Branding } from '@overture/contract/organization';
import { drawBrandIcon } from '@overture/domain/brand/draw-icon';
import { normalizeHost } from '@overture/domain/brand/host-name';
import type { SystemContext } from '../../kernel/context.ts';
import { urlAt } from '../brand-hosts/index.ts';
import { completeBranding } from './brand.rules.ts';
import { type BrandRow, findBrandByHost, findOrganizationBrand } from './brand.store.ts';

type ReadingContext = Pick<SystemContext, 'systemRead' | 'config'>;

/** What people see of the product, and where. */
export interface Brand {
  /** The agency's; null for the installation's own face. */
  organization_id: number | null;
  name: string;
  look: Branding;
  /** Address of the application without a slash at its end. */
  url: string;
  /** The proven mail address of the brand with what signs for it; null: the installation's. */
  mail: { address: string; domain: string; selector: string; sealed_private_key: Buffer } | null;
}

/** What a private key for signing mails is sealed for. */
export const brandMailPurpose = (organizationId: unknown): string => `brand-mail:${organizationId}`;

export function ownFace(ctx: Pick<SystemContext, 'config'>): Brand {
  const look = completeBranding({});
  return { organization_id: null, name: look.company_display_name, look, url: ctx.config.APP_URL, mail: null };
}

/** The brand an organization works under. Links lead to its host once that is proven. */
export async function getOrganizationBrand(ctx: ReadingContext, organizationId: number): Promise<Brand> {
  return asBrand(ctx, await ctx.systemRead((read) => findOrganizationBrand(read, organizationId)));
}

/** The brand of a request's host; the installation's brand for every unverified host. */
export async function getBrandOfHost(ctx: ReadingContext, host: string | undefined): Promise<Brand> {
  const name = normalizeHost(host);
  if (name === null) return ownFace(ctx);
  return asBrand(ctx, await ctx.systemRead((read) => findBrandByHost(read, name)));
}

function asBrand(ctx: Pick<SystemContext, 'config'>, row: BrandRow | undefined): Brand {
  if (!row) return ownFace(ctx);
  const { sealed_private_key, mail_address, mail_domain, mail_selector } = row;
  const hasMail = sealed_private_key && mail_address && mail_domain && mail_selector;
  const stored = row.branding.company_display_name;
  // A brand without a name is called like its agency: never like the product.
  const name = typeof stored === 'string' && stored !== '' ? stored : row.name;
  const look = completeBranding(row.branding);
  const icon = look.icon ?? drawBrandIcon(name, look);
  return {
    organization_id: row.organization_id,
    name,
    look: { ...look, icon, company_display_name: name, domain: row.host },
    url: urlAt(ctx, row.host),
    mail: hasMail ? { address: mail_address, domain: mail_domain, selector: mail_selector, sealed_private_key } : null,
  };
}
