/** What the style sheets can't stop: movements that scripts make. */
export const wantsReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
