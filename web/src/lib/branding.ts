import { type Branding, organizationEndpoints } from '@overture/contract/organization';
import { queryOptions as plainQueryOptions, useQuery } from '@tanstack/react-query';
import { call, queryKey } from './api/api-client.ts';
import { setBrandTitle } from './navigation/page-title.ts';

/** Branding that the server rendered into the page. It avoids a flash of the default brand. */
function brandingInPage(): Branding | undefined {
  const text = document.getElementById('branding-data')?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Branding;
  } catch {
    return undefined;
  }
}

/** The server renders an invitation's page in the brand of the inviting organization, on every host. */
const invitedBrand = () => (window.location.pathname === '/create-password' ? brandingInPage() : undefined);

const brandingQuery = plainQueryOptions({
  queryKey: queryKey(organizationEndpoints.getBranding),
  queryFn: () =>
    invitedBrand() ?? call(organizationEndpoints.getBranding, { query: { domain: window.location.hostname } }),
  initialData: brandingInPage,
  // The page's own copy is shown first and corrected once.
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

type Colors = Pick<AppliedBrand, 'primary_color' | 'secondary_color' | 'button_color' | 'button_style'>;

const colorsOf = ({ primary_color: primary, secondary_color, button_color, button_style }: Colors): string =>
  JSON.stringify([primary, secondary_color ?? primary, button_color ?? primary, button_style]);

export interface AppliedBrand {
  primary_color: string;
  button_color?: string | undefined;
  secondary_color?: string | undefined;
  button_style: Branding['button_style'];
  icon: string | null;
  company_display_name: string;
}

/** What the server made the page's colors of; nothing where it wrote none. */
function colorsInPage(): string {
  const inPage = brandingInPage();
  return inPage ? colorsOf(inPage) : '';
}

/** What the page's colors were last made of; at first the server made them. */
let shown: string | undefined;

/** Sets the brand on the page; only differences are written, so a page that is right already does not repaint. */
export function applyBrand(brand: AppliedBrand): void {
  shown ??= colorsInPage();
  const wanted = colorsOf(brand);
  if (wanted !== shown) {
    shown = wanted;
    // Hardly a page needs what computes them: it left the server in its colors.
    void import('./brand-colors.ts').then(
      ({ setBrandColors }) => setBrandColors(brand),
      () => {
        shown = '';
      },
    );
  }
  if (brand.company_display_name) setBrandTitle(brand.company_display_name);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon && brand.icon && icon.getAttribute('href') !== brand.icon) icon.setAttribute('href', brand.icon);
}
