import { brandVariables } from '@overture/domain/brand/contrast';
import type { AppliedBrand } from './branding.ts';

/** Writes what differs from what the page shows. */
export function setBrandColors(brand: AppliedBrand): void {
  const root = document.documentElement;
  const current = getComputedStyle(root);
  const wanted = brandVariables({
    primary_color: brand.primary_color,
    secondary_color: brand.secondary_color ?? brand.primary_color,
    button_color: brand.button_color ?? brand.primary_color,
    button_style: brand.button_style,
  });
  for (const [name, value] of Object.entries(wanted)) {
    if (current.getPropertyValue(name).trim().toLowerCase() !== value.toLowerCase())
      root.style.setProperty(name, value);
  }
}
