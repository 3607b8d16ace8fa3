import { type BrandColors, withColors } from './contrast.ts';

interface AppIcon {
  src: string;
  sizes: string;
  purpose?: 'maskable';
}

/** Files of `web/public`. */
const OWN_ICONS: readonly AppIcon[] = [
  { src: '/icon-192.png', sizes: '192x192' },
  { src: '/icon-512.png', sizes: '512x512' },
  { src: '/icon-mask-512.png', sizes: '512x512', purpose: 'maskable' },
];

const PAGE_COLOR = '#ffffff';

/** The manifest of the installed application in a brand. Phones show notifications of installed applications, and iPhones of no others. */
export function describeApp(look: BrandColors & { company_display_name: string; icon?: string | null }) {
  const name = look.company_display_name;
  return {
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAGE_COLOR,
    theme_color: withColors(look).primary_color,
    // A brand has one icon: an uploaded picture, or one drawn from its name.
    icons: look.icon ? [{ src: look.icon, sizes: 'any' }] : OWN_ICONS,
  };
}
