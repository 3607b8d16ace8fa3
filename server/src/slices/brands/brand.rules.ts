import type { Branding } from '@overture/contract/organization';
import { OWN_COLORS } from '@overture/domain/brand/contrast';

/** The product's own look, for hosts and organizations without branding. */
const DEFAULT_BRANDING: Branding = {
  company_display_name: 'Overture',
  website_url: null,
  logo: null,
  icon: null,
  ...OWN_COLORS,
  button_style: 'PILL',
  support_email: null,
  domain: null,
  terms_of_service_url: null,
  privacy_policy_url: null,
};

/** Branding with every field set; unknown keys and wrong types fall back to the product's own. */
export function completeBranding(stored: Record<string, unknown>): Branding {
  const entries = Object.entries(DEFAULT_BRANDING).map(([key, fallback]) => {
    const value = stored[key];
    return [key, typeof value === 'string' && value !== '' ? value : fallback];
  });
  const branding = Object.fromEntries(entries) as Branding;
  return ['PILL', 'ROUNDED', 'SQUARE'].includes(branding.button_style)
    ? branding
    : { ...branding, button_style: 'PILL' };
}
