import { htmlToText } from '../html.ts';
import { parseRichText } from './rich-blocks.ts';
import { writeRichPlain } from './rich-output.ts';
import type { RichBlock, RichInline } from './rich-text.ts';

/** What the editor of formatted text would lose: pictures, tables, looks of their own, and numbers to call. */
const OTHER_HTML =
  /<(?:img|table|font|h[1-6]|pre|code|s|small|su[bp])\b|<[a-z][^<>]*\s(?:(?:style|align|size|width)\s{0,5}=|href\s{0,5}=\s{0,5}["']?tel:)/i;

/** True for a signature that formatted text says as well. */
export function isRichSignature(html: string): boolean {
  return !OTHER_HTML.test(html);
}

/** A signature in the text part of a mail: a line each, links with their address behind, lists by signs. Blank lines stay. */
export function signatureText(html: string): string {
  if (!isRichSignature(html)) return htmlToText(html);
  const blocks = parseRichText(html, html.length).map(sayLinksOnce);
  return blocks.map((block) => writeRichPlain([block]).replace(/\n{3,}/g, '\n\n')).join('\n');
}

/** Words that say where a link leads have no address behind: "ada@acme.example (mailto:ada@acme.example)" says it twice. */
function sayLinksOnce(block: RichBlock): RichBlock {
  if (block.kind === 'list') {
    const items = block.items.map((item) => ({ ...item, content: item.content.map(unlinkAddress) }));
    return { ...block, items };
  }
  return 'content' in block ? { ...block, content: block.content.map(unlinkAddress) } : block;
}

function unlinkAddress(part: RichInline): RichInline {
  return part.kind === 'words' && part.url !== null && bareAddress(part.text) === bareAddress(part.url)
    ? { ...part, url: null }
    : part;
}

const bareAddress = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?:mailto:|https?:\/\/)/, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
