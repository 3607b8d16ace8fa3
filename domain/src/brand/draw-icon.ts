import { escapeHtml } from '../message/html.ts';
import { brandVariables } from './contrast.ts';

type Colors = Parameters<typeof brandVariables>[0];

/** For a brand without an icon: its first letter on its button's color, as a data URL. The product's own mark would name the product. */
export function drawBrandIcon(name: string, colors: Colors): string {
  const { '--button-fill': ground, '--button-text': text } = brandVariables(colors);
  const letter = escapeHtml([...name][0]?.toUpperCase() ?? '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/><text x="16" y="22" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="18" fill="${text}">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
