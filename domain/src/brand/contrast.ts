/** What WCAG 2.2 asks of text (1.4.3, AA). */
const READABLE_CONTRAST = 4.5;
/** From here on white is expected on a button: its ground goes a shade down rather than its words turning dark. */
const NEARLY_WHITE_CONTRAST = 3;

/** Grounds on which a brand's color is text: the darkest light and the lightest dark of ours, and chips tinted with the color itself. */
const LIGHT_GROUND = '#f2f4f7';
const DARK_GROUND = '#1b2028';
const LIGHT_TINT = 0.16;
/** Less than the share that is painted (`tokens.css`): there it is the brand itself, here what it was lightened to. */
const DARK_TINT = 0.16;
const DARK_TEXT = '#171b22';
const WHITE = '#ffffff';

type Channels = readonly [number, number, number];

/** `#abc` and `#aabbcc`; null for anything else. */
export function parseHexColor(text: string): Channels | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  const digits = short ? short.slice(1).map((digit) => digit + digit) : /^#(..)(..)(..)$/.exec(text)?.slice(1);
  const channels = digits?.map((pair) => (/^[0-9a-f]{2}$/i.test(pair) ? Number.parseInt(pair, 16) : Number.NaN));
  if (!channels || channels.some(Number.isNaN)) return null;
  return [channels[0] ?? 0, channels[1] ?? 0, channels[2] ?? 0];
}

const toHex = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance (WCAG 2.2). */
function luminanceOf(channels: Channels): number {
  const [red, green, blue] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const ratioOf = (one: Channels, other: Channels): number => {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** From 1 (the same) to 21 (black on white); 1 where one of both is no color. */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [parseHexColor(one), parseHexColor(other)];
  return a && b ? ratioOf(a, b) : 1;
}

const mix = (from: Channels, to: Channels, share: number): Channels =>
  [0, 1, 2].map((index) => (from[index] ?? 0) * (1 - share) + (to[index] ?? 0) * share) as unknown as Channels;

/**
 * The color itself where it is readable on the ground, else the nearest on its way to black or white that is. The hue stays.
 * @param tint share of the color in a second ground that it has to be readable on
 * @returns the color as `#rrggbb`
 */
export function softenForText(color: string, ground: string, tint = 0): string {
  const own = parseHexColor(color) ?? [0, 0, 0];
  const under = parseHexColor(ground) ?? [255, 255, 255];
  const goal: Channels = luminanceOf(under) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  for (let step = 0; step <= 100; step += 1) {
    const tried = parseHexColor(toHex(mix(own, goal, step / 100))) ?? goal;
    const tinted = mix(under, tried, tint);
    if (Math.min(ratioOf(tried, under), ratioOf(tried, tinted)) >= READABLE_CONTRAST) return toHex(tried);
  }
  return toHex(goal);
}

/** Background and text color of a button in the brand's color; the contrast is always sufficient. */
function resolveButton(color: string): { ground: string; text: string } {
  if (contrastRatio(WHITE, color) >= NEARLY_WHITE_CONTRAST) return { ground: softenForText(color, WHITE), text: WHITE };
  return { ground: softenForText(color, DARK_TEXT), text: DARK_TEXT };
}

export interface BrandColors {
  primary_color: string;
  secondary_color: string;
  button_color: string;
}

/** Of the product's own look. */
export const OWN_COLORS = {
  primary_color: '#6366F1',
  secondary_color: '#4F46E5',
  button_color: '#6366F1',
} as const satisfies BrandColors;

/** A look in which each color is one: the product's own takes the place of what is none. */
export function withColors<Look extends BrandColors>(look: Look): Look {
  const colorOf = (field: keyof BrandColors): string => (parseHexColor(look[field]) ? look[field] : OWN_COLORS[field]);
  return {
    ...look,
    primary_color: colorOf('primary_color'),
    secondary_color: colorOf('secondary_color'),
    button_color: colorOf('button_color'),
  };
}

const BUTTON_RADII = { PILL: '100px', ROUNDED: '14px', SQUARE: '0px' } as const;

/** The variables of the page that follow from a brand's colors: what it chose, and what of it can be read. */
export function brandVariables(
  colors: BrandColors & { button_style: keyof typeof BUTTON_RADII },
): Record<`--${string}`, string> {
  const button = resolveButton(colors.button_color);
  return {
    '--brand': colors.primary_color,
    '--brand-2': colors.secondary_color,
    '--button': colors.button_color,
    '--button-radius': BUTTON_RADII[colors.button_style],
    '--brand-on-light': softenForText(colors.primary_color, LIGHT_GROUND, LIGHT_TINT),
    '--brand-on-dark': softenForText(colors.primary_color, DARK_GROUND, DARK_TINT),
    '--button-fill': button.ground,
    '--button-text': button.text,
  };
}

interface ColorWarning {
  field: 'primary_color' | 'button_color';
  /** Of text in this color on white, or of white on the button. */
  ratio: number;
  shown: string;
}

/** Which of the colors people could not read, and what is shown in their place. */
export function checkBrandColors(colors: BrandColors): ColorWarning[] {
  const { primary_color, button_color } = colors;
  const warnings: ColorWarning[] = [];
  const text = softenForText(primary_color, LIGHT_GROUND, LIGHT_TINT);
  const primaryRatio = contrastRatio(primary_color, LIGHT_GROUND);
  if (parseHexColor(primary_color) && primaryRatio < READABLE_CONTRAST)
    warnings.push({ field: 'primary_color', ratio: roundDown(primaryRatio), shown: text });
  const buttonRatio = contrastRatio(button_color, WHITE);
  if (parseHexColor(button_color) && buttonRatio < READABLE_CONTRAST)
    warnings.push({ field: 'button_color', ratio: roundDown(buttonRatio), shown: resolveButton(button_color).ground });
  return warnings;
}

const roundDown = (ratio: number): number => Math.floor(ratio * 10) / 10;
