import { $createLinkNode, $isLinkNode, LinkNode } from '@lexical/link';
import {
  $createListItemNode,
  $createListNode,
  $isListItemNode,
  $isListNode,
  ListItemNode,
  ListNode,
} from '@lexical/list';
import {
  $createHorizontalRuleNode,
  $isHorizontalRuleNode,
  HorizontalRuleNode,
} from '@lexical/react/LexicalHorizontalRuleNode';
import { $createQuoteNode, $isQuoteNode, QuoteNode } from '@lexical/rich-text';
import {
  MARKS,
  type Mark,
  RICH_LIMITS,
  type RichBlock,
  type RichInline,
  type RichItem,
} from '@overture/domain/message/rich/rich-text';
import {
  $createParagraphNode,
  $getRoot,
  $isElementNode,
  $isInlineFormattable,
  $isLineBreakNode,
  $isTextNode,
  type ElementNode,
  type LexicalNode,
  type TextFormatType,
} from 'lexical';
import { $createImageNode, $isImageNode, ImageNode } from './image-node.tsx';

/** What formatted text is made of beside words. */
export const RICH_NODES = [ListNode, ListItemNode, LinkNode, QuoteNode, HorizontalRuleNode, ImageNode];

/** Their looks in an editor. */
export const RICH_THEME = {
  text: { bold: 'font-bold', italic: 'italic', underline: 'underline' },
  list: { ul: 'm-0 ps-5 list-disc', ol: 'm-0 ps-5 list-decimal', nested: { listitem: 'list-none' } },
  quote: 'm-0 ps-3 border-s-2 border-line-strong text-ink-2',
  link: 'text-accent underline',
  hr: 'my-2 border-0 border-t border-line-strong',
};

/** Nodes for words with line breaks among them; variables and tokens become atoms where a field has them. */
export type WordNodes = (text: string) => LexicalNode[];

/** The text of the editor as blocks. Call inside a read. */
export function $readBlocks(): RichBlock[] {
  const blocks: RichBlock[] = [];
  let lines: RichInline[][] = [];
  const endParagraphs = () => {
    blocks.push(...paragraphsOf(lines));
    lines = [];
  };
  for (const node of $getRoot().getChildren()) {
    if ($isListNode(node)) {
      endParagraphs();
      blocks.push({ kind: 'list', items: itemsOf(node, 0) });
    } else if ($isQuoteNode(node)) {
      endParagraphs();
      const content = inlinesOf(node, null);
      if (hasWords(content)) blocks.push({ kind: 'quote', content });
    } else if ($isHorizontalRuleNode(node)) {
      endParagraphs();
      blocks.push({ kind: 'divider' });
    } else if ($isElementNode(node)) lines.push(...linesOf(inlinesOf(node, null)));
  }
  endParagraphs();
  return blocks;
}

const hasWords = (content: readonly RichInline[]): boolean =>
  content.some((part) => part.kind === 'image' || (part.kind === 'words' && part.text.trim() !== ''));

function linesOf(content: readonly RichInline[]): RichInline[][] {
  const lines: RichInline[][] = [[]];
  for (const part of content) {
    if (part.kind === 'break') lines.push([]);
    else lines.at(-1)!.push(part);
  }
  return lines;
}

/** Lines with a blank one between them are paragraphs of their own. */
function paragraphsOf(lines: readonly RichInline[][]): RichBlock[] {
  const paragraphs: RichInline[][] = [];
  let isOpen = false;
  for (const line of lines) {
    if (!hasWords(line)) {
      isOpen = false;
      continue;
    }
    if (isOpen) paragraphs.at(-1)!.push({ kind: 'break' }, ...line);
    else paragraphs.push([...line]);
    isOpen = true;
  }
  return paragraphs.map((content) => ({ kind: 'paragraph', content }));
}

function itemsOf(list: ListNode, depth: number): RichItem[] {
  const is_numbered = list.getListType() === 'number';
  return list.getChildren().flatMap((item): RichItem[] => {
    if (!$isListItemNode(item)) return [];
    const nested = item.getChildren().find($isListNode);
    if (nested !== undefined) return itemsOf(nested, Math.min(depth + 1, RICH_LIMITS.depth - 1));
    const content = inlinesOf(item, null);
    return hasWords(content) ? [{ depth, is_numbered, content }] : [];
  });
}

function inlinesOf(element: ElementNode, url: string | null): RichInline[] {
  return element.getChildren().flatMap((node): RichInline[] => {
    if ($isLineBreakNode(node)) return [{ kind: 'break' }];
    if ($isImageNode(node)) return [node.__image];
    if ($isLinkNode(node)) return inlinesOf(node, node.getURL());
    if ($isTextNode(node) || $isInlineFormattable(node)) return wordsOf(node.getTextContent(), marksOf(node), url);
    return $isElementNode(node) ? inlinesOf(node, url) : [];
  });
}

const marksOf = (node: { hasFormat: (type: TextFormatType) => boolean }): Mark[] =>
  MARKS.filter((mark) => node.hasFormat(mark));

/** A condition may have line breaks in its texts. */
function wordsOf(text: string, marks: Mark[], url: string | null): RichInline[] {
  return text
    .split('\n')
    .flatMap((line, index): RichInline[] => [
      ...(index > 0 ? [{ kind: 'break' as const }] : []),
      ...(line === '' ? [] : [{ kind: 'words' as const, text: line, marks, url }]),
    ]);
}

/** The lines of the editor as they are written, where nothing has a look. Call inside a read. */
export function $readLines(): string {
  return $getRoot()
    .getChildren()
    .map((node) => node.getTextContent())
    .join('\n');
}

/** Fills an empty editor. Call inside an update. */
export function $writeBlocks(blocks: readonly RichBlock[], $wordNodes: WordNodes): void {
  const nodes = $blockNodes(blocks, $wordNodes);
  $getRoot()
    .clear()
    .append(...(nodes.length > 0 ? nodes : [$createParagraphNode()]));
}

/** Blocks as nodes, with a blank line between paragraphs. */
export function $blockNodes(blocks: readonly RichBlock[], $wordNodes: WordNodes): LexicalNode[] {
  return blocks.flatMap((block, index): LexicalNode[] => {
    switch (block.kind) {
      case 'paragraph': {
        const paragraph = $createParagraphNode().append(...$inlineNodes(block.content, $wordNodes));
        const follows = index > 0 && blocks[index - 1]!.kind === 'paragraph';
        return follows ? [$createParagraphNode(), paragraph] : [paragraph];
      }
      case 'quote':
        return [$createQuoteNode().append(...$inlineNodes(block.content, $wordNodes))];
      case 'list':
        return $listNodes(block.items, $wordNodes);
      case 'divider':
        return [$createHorizontalRuleNode()];
      default:
        return [];
    }
  });
}

function $listNodes(items: readonly RichItem[], $wordNodes: WordNodes): LexicalNode[] {
  const lists: LexicalNode[] = [];
  const open: ListNode[] = [];
  for (const { depth, is_numbered, content } of items) {
    const type = is_numbered ? 'number' : 'bullet';
    open.length = Math.min(open.length, depth + 1);
    if (open.length === depth + 1 && open.at(-1)!.getListType() !== type) open.pop();
    while (open.length < depth + 1) {
      const list = $createListNode(type);
      const outer = open.at(-1);
      if (outer === undefined) lists.push(list);
      else outer.append($createListItemNode().append(list));
      open.push(list);
    }
    open.at(-1)!.append($createListItemNode().append(...$inlineNodes(content, $wordNodes)));
  }
  return lists;
}

/** Words of one look are one text, with the line breaks among them: a condition may reach over them. */
export function $inlineNodes(content: readonly RichInline[], $wordNodes: WordNodes): LexicalNode[] {
  const nodes: LexicalNode[] = [];
  let run: { text: string; marks: readonly Mark[]; url: string | null } | null = null;
  const endRun = () => {
    if (run !== null) nodes.push(...$lookNodes(run, $wordNodes));
    run = null;
  };
  for (const [index, part] of content.entries()) {
    if (part.kind === 'image') {
      endRun();
      nodes.push($createImageNode(part));
      continue;
    }
    const look = part.kind === 'words' ? part : nextLook(content, index);
    const text = part.kind === 'words' ? part.text : '\n';
    if (run !== null && run.url === look.url && run.marks.join() === look.marks.join()) run.text += text;
    else {
      endRun();
      run = { text, marks: look.marks, url: look.url };
    }
  }
  endRun();
  return nodes;
}

/** A line break looks like the words behind it. */
function nextLook(content: readonly RichInline[], index: number): { marks: readonly Mark[]; url: string | null } {
  const next = content.slice(index + 1).find((part) => part.kind !== 'break');
  return next?.kind === 'words' ? next : { marks: [], url: null };
}

function $lookNodes(
  { text, marks, url }: { text: string; marks: readonly Mark[]; url: string | null },
  $wordNodes: WordNodes,
): LexicalNode[] {
  const nodes = $wordNodes(text);
  for (const node of nodes) {
    if (!$isTextNode(node) && !$isInlineFormattable(node)) continue;
    for (const mark of marks) node.toggleFormat(mark);
  }
  return url === null ? nodes : [$createLinkNode(url).append(...nodes)];
}
