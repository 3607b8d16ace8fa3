const BRACES = /\{\{[^{}]{0,400}\}\}|\{%[^{}]{0,400}%\}/;

/**
 * The first unresolved variable or condition of a text that is about to be sent; null in a finished text. A lead must
 * never read "Hi {{ first_name }}".
 */
export const findUnfilled = (text: string): string | null => BRACES.exec(text)?.[0] ?? null;
