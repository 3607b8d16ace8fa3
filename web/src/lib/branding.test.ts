// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { type AppliedBrand, applyBrand } from './branding.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('./brand-colors.ts', () => ({ setBrandColors: asked }));

const own: AppliedBrand = {
  primary_color: '#6366F1',
  secondary_color: '#4F46E5',
  button_color: '#6366F1',
  button_style: 'ROUNDED',
  icon: null,
  company_display_name: 'Own',
};
const other = { ...own, primary_color: '#0f766e' };

test('colors are computed where they differ from those the page left the server in, and when they go back', async () => {
  document.body.innerHTML = `<script type="application/json" id="branding-data">${JSON.stringify(own)}</script>`;
  applyBrand(own);
  applyBrand({ ...own, company_display_name: 'Renamed' });
  applyBrand(other);
  await expect.poll(() => asked.mock.calls).toEqual([[other]]);
  applyBrand(other);
  applyBrand(own);
  await expect.poll(() => asked.mock.calls).toEqual([[other], [own]]);
});
