import { defineTexts } from '../texts.ts';

/** Routes and the rules of access name pages and menus in English: other languages find their words by those. */
const english: Record<string, string> = {};
export const pageName = defineTexts({ ...english });
