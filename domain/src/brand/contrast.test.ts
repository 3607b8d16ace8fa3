import { describe, expect, test } from 'vitest';
import { brandVariables, checkBrandColors, contrastRatio, parseHexColor, softenForText } from './contrast.ts';

describe('contrast as WCAG counts it', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#fff', '#FFFFFF', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#ffff00', '#ffffff', 1.07],
    ['#0000ff', '#ffffff', 8.59],
    ['#6366F1', '#ffffff', 4.47],
    ['nothing', '#ffffff', 1],
  ])('%s on %s is %d', (color, ground, ratio) => {
    expect(contrastRatio(color, ground)).toBeCloseTo(ratio, 1);
  });

  test.each(['', '#', '#12', '#12345', '#1234567', 'red', '#ggg', '#12345g', '#12;}x', '#ｆｆｆ'])(
    '%s is no color',
    (text) => expect(parseHexColor(text)).toBeNull(),
  );
});

describe('colors that can be read', () => {
  const terrible = [
    '#ffff00',
    '#fff',
    '#000',
    '#00ff00',
    '#ffc0cb',
    '#808080',
    '#7f7f7f',
    '#ff0000',
    '#00f',
    '#6366F1',
  ];

  test.each(terrible)('%s is softened until it reaches 4.5 on light and on dark, and no further', (color) => {
    for (const ground of ['#ffffff', '#f2f4f7', '#1b2028', '#171b22']) {
      const shown = softenForText(color, ground);
      expect(contrastRatio(shown, ground)).toBeGreaterThanOrEqual(4.5);
      if (contrastRatio(color, ground) < 4.5) expect(contrastRatio(shown, ground)).toBeLessThan(5.2);
    }
  });

  test.each(terrible)('%s is readable on a chip tinted with itself', (primary_color) => {
    const colors = { primary_color, secondary_color: '#000', button_color: '#000', button_style: 'PILL' } as const;
    const shown = brandVariables(colors)['--brand-on-light'] ?? '';
    const tinted = (parseHexColor(primary_color) ?? [0, 0, 0]).map((channel) =>
      Math.round(255 - 0.16 * (255 - channel)),
    );
    const chip = `#${tinted.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    expect(contrastRatio(shown, chip)).toBeGreaterThanOrEqual(4.5);
  });

  test('a color that is readable stays as it is', () => {
    expect(softenForText('#1D4ED8', '#ffffff')).toBe('#1d4ed8');
  });

  test.each(terrible)('the words on a button of %s can be read', (button_color) => {
    const variables = brandVariables({
      primary_color: '#123456',
      secondary_color: '#123456',
      button_color,
      button_style: 'PILL',
    });
    expect(contrastRatio(variables['--button-text'] ?? '', variables['--button-fill'] ?? '')).toBeGreaterThanOrEqual(
      4.5,
    );
  });

  test('every gray gives a readable button', () => {
    for (let level = 0; level < 256; level += 1) {
      const button_color = `#${level.toString(16).padStart(2, '0').repeat(3)}`;
      const variables = brandVariables({
        primary_color: '#000',
        secondary_color: '#000',
        button_color,
        button_style: 'SQUARE',
      });
      const ratio = contrastRatio(variables['--button-text'] ?? '', variables['--button-fill'] ?? '');
      expect(ratio, button_color).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('says which colors cannot be read, and what is shown instead', () => {
    expect(checkBrandColors({ primary_color: '#1d4ed8', secondary_color: '#fff', button_color: '#111827' })).toEqual(
      [],
    );
    const warnings = checkBrandColors({ primary_color: '#ffff00', secondary_color: '#fff', button_color: '#ffe600' });
    expect(warnings.map(({ field }) => field)).toEqual(['primary_color', 'button_color']);
    expect(warnings[0]?.ratio).toBe(1);
    expect(checkBrandColors({ primary_color: '#zzz', secondary_color: '', button_color: '#12' })).toEqual([]);
  });
});
