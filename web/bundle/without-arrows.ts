import type { Plugin } from 'vite';

const IMPORT = /import \{ ([^}]*) \} from "@floating-ui\/react";/;

/** Menus and popovers have no arrow and no overlay, and open beside an element, never beside a line of text. Mantine includes all three. */
export function withoutArrowPlacement(code: string): string {
  const names = IMPORT.exec(code)?.[1]?.split(', ');
  if (!names?.includes('arrow') || !names.includes('inline')) throw new Error('Mantine places popovers in another way');
  const others = names.filter((name) => name !== 'arrow' && name !== 'inline').join(', ');
  return code.replace(
    IMPORT,
    `import { ${others} } from "@floating-ui/react";\nconst arrow = () => null;\nconst inline = arrow;`,
  );
}

const STAND_IN = '\0without-arrows';

export function withoutArrows(): Plugin {
  return {
    name: 'without-arrows',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /\/(?:FloatingArrow|get-arrow-position-styles|Overlay)\.mjs$/ },
      handler: (id, importer) => (id.endsWith('/Overlay.mjs') && !importer?.endsWith('/Popover.mjs') ? null : STAND_IN),
    },
    load: {
      filter: { id: /^\0without-arrows$/ },
      handler: () =>
        'export const FloatingArrow = () => null;\nexport const Overlay = FloatingArrow;\nexport const getArrowMergeDropdownStyles = () => ({});',
    },
    transform: {
      filter: { id: /\/Popover\/use-popover\.mjs$/ },
      handler: (code) => ({ code: withoutArrowPlacement(code), map: null }),
    },
  };
}
