/** Whether the page is read from right to left. */
export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** A key as on a page that is read from left to right: ArrowRight leads to what comes next. */
export const toReadingKey = (key: string): string => (isRightToLeft() && MIRRORED[key]) || key;
