import { readFileSync } from 'node:fs';
import { brandVariables } from '@overture/domain/brand/contrast';
import { expect, test } from 'vitest';

test('the colors before any brand are what the product itself would get', () => {
  const sheet = readFileSync(new URL('../ui/theme/tokens.css', import.meta.url), 'utf8');
  const written = (name: string) => new RegExp(`${name}: (#[0-9a-f]{6});`).exec(sheet)?.[1] ?? '';
  const computed = brandVariables({
    primary_color: written('--brand'),
    secondary_color: written('--brand-2'),
    button_color: written('--button'),
    button_style: 'ROUNDED',
  });
  for (const name of ['--brand-on-light', '--brand-on-dark', '--button-fill', '--button-text'])
    expect(written(name), name).toBe(computed[name as keyof typeof computed]);
});
