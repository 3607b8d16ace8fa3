/**
 * What a text is made of before anything of it is understood: words, outputs (`{{ … }}`) and tags (`{% … %}`). One pass; a brace that
 * opens nothing is words. `open` is an opening whose end never comes.
 */
export type Lexeme = { kind: 'text' | 'output' | 'tag' | 'open'; at: number; source: string };

/** How much was looked at, for the test that holds it against the length of the text. */
export interface Work {
  steps: number;
}

export function scanText(text: string, offset = 0, work: Work = { steps: 0 }): Lexeme[] {
  const found: Lexeme[] = [];
  const ends = createEndFinder(text, work);
  let from = 0;
  const add = (kind: Lexeme['kind'], start: number, end: number): void => {
    if (start > from) found.push({ kind: 'text', at: offset + from, source: text.slice(from, start) });
    found.push({ kind, at: offset + start, source: text.slice(start, end) });
    from = end;
  };
  for (let at = text.indexOf('{'); at >= 0; ) {
    work.steps += 1;
    const next = text[at + 1];
    // Of three braces the first is a word: `{{{first_name}}}` always was a name in braces. So is one before a tag.
    const opens = next === '%' || (next === '{' && text[at + 2] !== '{' && text[at + 2] !== '%');
    if (!opens) {
      at = text.indexOf('{', at + 1);
      continue;
    }
    const isTag = next === '%';
    const end = ends.find(at + 2, isTag ? '%}' : '}}');
    if (end === null) add('open', at, at + 2);
    else add(isTag ? 'tag' : 'output', at, end);
    at = text.indexOf('{', from);
  }
  if (from < text.length) found.push({ kind: 'text', at: offset + from, source: text.slice(from) });
  return found;
}

/**
 * Finds the end of an output or a tag; quoted text does not end it. A character that never occurs again is not searched
 * for twice.
 */
function createEndFinder(text: string, work: Work) {
  const absent = new Set<string>();
  const indexOf = (wanted: string, from: number): number => {
    if (absent.has(wanted)) return -1;
    const index = text.indexOf(wanted, from);
    work.steps += (index < 0 ? text.length : index) - from + 1;
    if (index < 0) absent.add(wanted);
    return index;
  };
  return {
    /** Place behind the closing mark, or null when it does not come before the next opening one. */
    find(from: number, close: string): number | null {
      for (let at = from; at < text.length; at += 1) {
        work.steps += 1;
        const character = text[at];
        if (character === '"' || character === "'") {
          const end = indexOf(character, at + 1);
          if (end >= 0) at = end;
        } else if (character === '{' && (text[at + 1] === '{' || text[at + 1] === '%')) return null;
        else if (text.startsWith(close, at)) return at + close.length;
      }
      return null;
    },
  };
}

/** The pieces a text is split into before parsing; `other` represents itself (a snippet, a link). */
export type Piece<Other = unknown> = Lexeme | { kind: 'other'; at: number; other: Other };
