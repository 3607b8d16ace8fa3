export interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** Outer replacements win over those inside them. */
export function replaceSpans(code: string, replacements: Replacement[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of replacements.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}
