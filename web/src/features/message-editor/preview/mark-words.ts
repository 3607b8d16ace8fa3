/** Words that a reader of the preview should notice. */
export interface Marks {
  /** Where something is missing: such a message is not sent. */
  gaps: readonly string[];
  /** Words used where the lead has no value. */
  stand_ins: readonly string[];
}

export type MarkedPiece = { text: string; mark: 'gap' | 'stand_in' | null };

/** A text cut at what is marked, the first that begins going first; of two that begin together the longer. */
export function cutAtMarks(text: string, { gaps, stand_ins }: Marks): MarkedPiece[] {
  const wanted = [
    ...gaps.map((words) => ({ words, mark: 'gap' as const })),
    ...stand_ins.map((words) => ({ words, mark: 'stand_in' as const })),
  ].filter(({ words }) => words !== '');
  const pieces: MarkedPiece[] = [];
  let at = 0;
  while (at < text.length) {
    const next = wanted
      .map((one) => ({ ...one, index: text.indexOf(one.words, at) }))
      .filter(({ index }) => index >= 0)
      .toSorted((a, b) => a.index - b.index || b.words.length - a.words.length)[0];
    const end = next?.index ?? text.length;
    if (end > at) pieces.push({ text: text.slice(at, end), mark: null });
    if (next === undefined) break;
    pieces.push({ text: next.words, mark: next.mark });
    at = next.index + next.words.length;
  }
  return pieces;
}

/** The same in cleaned HTML: only its texts are looked at, and only `<mark>` is added. */
export function markHtml(html: string, marks: Marks): string {
  if (marks.gaps.length + marks.stand_ins.length === 0) return html;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const node of texts) {
    const pieces = cutAtMarks(node.textContent ?? '', marks);
    if (pieces.every(({ mark }) => mark === null)) continue;
    (node as Text).replaceWith(...pieces.map((piece) => markPiece(page, piece)));
  }
  return page.body.innerHTML;
}

/** Images inside a mail are files of it, which a preview doesn't load: each is a frame with its description. */
export function frameImages(html: string): string {
  if (!html.includes('src="cid:')) return html;
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const image of page.querySelectorAll('img[src^="cid:"]')) {
    const frame = page.createElement('span');
    frame.setAttribute('style', 'display:inline-block;padding:4px 8px;border:1px dashed currentColor;opacity:.7');
    frame.textContent = image.getAttribute('alt');
    image.replaceWith(frame);
  }
  return page.body.innerHTML;
}

function markPiece(page: Document, { text, mark }: MarkedPiece): Node {
  if (mark === null) return page.createTextNode(text);
  const element = page.createElement('mark');
  if (mark === 'gap') element.setAttribute('data-gap', '');
  element.textContent = text;
  return element;
}
