const BRACES = /\{\{[^{}]{0,400}\}\}|\{%[^{}]{0,400}%\}/;

/**
 * The first variable or condition that still stands in a text to be sent as it is; null in a finished text. Nobody should read
 * "Hi {{ first_name }}".
 */
export const findUnfilled = (text: string): string | null => BRACES.exec(text)?.[0] ?? null;
