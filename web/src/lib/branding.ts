import { type Branding, organizationEndpoints } from '@overture/contract/organization';
import { queryOptions as plainQueryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api/api-client.ts';
import { setBrandTitle } from './navigation/page-title.ts';

/** Branding that the server wrote into the page, so that nothing has to change after the first paint. */
function brandingInPage(): Branding | undefined {
  const text = document.getElementById('branding-data')?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Branding;
  } catch {
    return undefined;
  }
}

const brandingQuery = plainQueryOptions({
  queryKey: ['branding'],
  queryFn: () => call(organizationEndpoints.getBranding, { query: { domain: window.location.hostname } }),
  initialData: brandingInPage,
  // The page's own copy is shown at once and corrected once.
  initialDataUpdatedAt: 0,
  staleTime: 5 * 60_000,
  retry: 1,
});

/** Branding of this host; undefined until it is known. */
export function useBranding(): Branding | undefined {
  return useQuery(brandingQuery).data;
}

/** True when this host carries another company's brand: other ways in and links to our sign-up are then hidden. */
export function isCustomBranded(branding: Branding | undefined): boolean {
  return Boolean(branding?.domain);
}

export interface AppliedBrand {
  primary_color: string;
  button_color?: string | undefined;
  secondary_color?: string | undefined;
  button_style: Branding['button_style'];
  icon: string | null;
  company_display_name: string;
}

/** Sets the brand on the page; only differences are written, so a page that is right already does not repaint. */
export function applyBrand(brand: AppliedBrand): void {
  // The page left the server in its colors: what computes them may come later.
  void import('./brand-colors.ts').then(
    ({ setBrandColors }) => setBrandColors(brand),
    () => undefined,
  );
  if (brand.company_display_name) setBrandTitle(brand.company_display_name);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon && brand.icon && icon.getAttribute('href') !== brand.icon) icon.setAttribute('href', brand.icon);
}
