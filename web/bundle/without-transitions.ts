import type { Plugin } from 'vite';

const STAND_IN = '\0without-transitions';

/**
 * d3-zoom takes d3-transition along, and that the mathematics of colors: a quarter of what a canvas loads. `glide.ts` moves the
 * canvas, so there is no transition to interrupt.
 */
export function withoutTransitions(): Plugin {
  return {
    name: 'without-transitions',
    enforce: 'pre',
    apply: 'build',
    resolveId: { filter: { id: /^d3-transition$/ }, handler: () => STAND_IN },
    load: {
      filter: { id: /^\0without-transitions$/ },
      handler: () => `import { selection } from 'd3-selection';
selection.prototype.interrupt = function () { return this; };
export const interrupt = () => {};`,
    },
  };
}
