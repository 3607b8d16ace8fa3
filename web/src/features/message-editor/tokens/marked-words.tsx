import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { placeSalesTalk } from '@overture/domain/message/advice/sales-talk';
import { useEffect } from 'react';

/** Named in the classes of the field. */
const NAME = 'sales-talk';

/** Of all editors on the page: a name has one highlight. Null where the browser has none, and nothing is underlined. */
function findHighlight(): Highlight | null {
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) return null;
  const known = CSS.highlights.get(NAME);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(NAME, made);
  return made;
}

/** Underlines advertising words where they are written; the score below the text says why. The text itself is not changed. */
export function MarkedWords() {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const highlight = findHighlight();
    if (highlight === null) return;
    let marked: Range[] = [];
    const clear = () => {
      for (const range of marked) highlight.delete(range);
      marked = [];
    };
    const mark = () => {
      clear();
      const root = editor.getRootElement();
      marked = root === null ? [] : listRanges(root);
      for (const range of marked) highlight.add(range);
    };
    mark();
    const stop = editor.registerUpdateListener(mark);
    return () => {
      stop();
      clear();
    };
  }, [editor]);
  return null;
}

function listRanges(root: HTMLElement): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { start, end } of placeSalesTalk(node.nodeValue ?? '')) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}
