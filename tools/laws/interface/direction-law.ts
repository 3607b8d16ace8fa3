import type { TextFile } from '../style-law.ts';

const SIDE =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-)?(?:left|right)(?:-(?:width|style|color))?\s*:/;
const CORNER = /border-(?:top|bottom)-(?:left|right)-radius\s*:/;
const ALIGNED = /(?<![\w-])(?:text-align|float|clear|justify-\w+)\s*:\s*(?:left|right)\b/;
const TOWARD = /\bto (?:(?:top|bottom) )?(?:left|right)\b/;
const FOUR = /^(margin|padding|inset|border-(?:width|style|color|radius)|scroll-(?:margin|padding))\s*:\s*([^;]+)/;

const UTILITY =
  /(?<=["'`\s:])!?-?(?:(?:[mp][lr]|scroll-[mp][lr]|border-[lr]|rounded-(?:l|r|tl|tr|bl|br))(?:-[\w[(.][^\s"'`]*)?|(?:left|right)-(?:[\d[(]|auto|full|px|gutter)[^\s"'`]*|text-(?:left|right)|float-(?:left|right)|clear-(?:left|right)|bg-(?:gradient|linear)-to-(?:[tb]?[lr]))!?(?=["'`\s])/g;
const INLINE =
  /\b(?:(?:margin|padding|border)(?:Left|Right)\w*|border(?:Top|Bottom)(?:Left|Right)Radius|(?:textAlign|float): '(?:left|right)')/g;

/** Two sides of four differ: right and left of a box, or the corners of one edge. */
function hasSides(declaration: string): boolean {
  const [, property = '', value = ''] = FOUR.exec(declaration) ?? [];
  const [a, b, c, d] = value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  if (d === undefined) return false;
  return property === 'border-radius' ? a !== b || c !== d : b !== d;
}

const isSided = (declaration: string): boolean =>
  [SIDE, CORNER, ALIGNED].some((pattern) => pattern.test(declaration)) ||
  (!declaration.startsWith('--') && TOWARD.test(declaration)) ||
  hasSides(declaration);

/** Declarations of a style sheet that name left or right: a page that is read from right to left would not turn them. */
const findSidesInSheet = (text: string): string[] =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split(/[;{}]/)
    .map((declaration) => declaration.trim().replaceAll(/\s+/g, ' '))
    .filter(isSided);

/** Words that are class names in the lines of a component. `left` and `right-start` are names and places of other things. */
const findSidesInComponent = (text: string): string[] =>
  [...text.matchAll(UTILITY), ...text.matchAll(INLINE)]
    .map(([found]) => found)
    .filter((word) => !/^(?:left|right)(?:-(?:start|end))?$/.test(word));

export function findSides({ path, text }: TextFile): string[] {
  const found = path.endsWith('.css') ? findSidesInSheet(text) : findSidesInComponent(text);
  return [...new Set(found)].map((side) => `${path}: ${side}`);
}
