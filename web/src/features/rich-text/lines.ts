import { $insertList, $isListNode, $removeList, type ListType } from '@lexical/list';
import { $createQuoteNode, $isQuoteNode } from '@lexical/rich-text';
import {
  $createLineBreakNode,
  $createParagraphNode,
  $getSelection,
  $isElementNode,
  $isLineBreakNode,
  $isParagraphNode,
  $isRangeSelection,
  type ElementNode,
  type LexicalNode,
  type ParagraphNode,
  type RangeSelection,
} from 'lexical';

/** Lists and quotes are made of lines. Lines of one paragraph become paragraphs of their own first. */

type BlockKind = 'bullet' | 'number' | 'quote';

/** What the blocks of the selection are; null for paragraphs. Call inside a read. */
export function $findBlockKind(): BlockKind | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return null;
  const block = selection.anchor.getNode().getTopLevelElement();
  if ($isListNode(block)) return block.getListType() === 'number' ? 'number' : 'bullet';
  return $isQuoteNode(block) ? 'quote' : null;
}

/** Makes the selected lines a list or a quote, or words again if they are that already. Call inside an update. */
export function $toggleBlock(kind: BlockKind): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  const current = $findBlockKind();
  if (current === 'quote') $endQuotes(selection);
  const isList = current === 'bullet' || current === 'number';
  if (isList && (current === kind || kind === 'quote')) $removeList();
  if (current === kind) return;
  $splitLines(selection);
  if (kind === 'quote') $quoteLines(selection);
  else $insertList(kind satisfies ListType);
}

function $topBlocks(selection: RangeSelection): LexicalNode[] {
  const first = selection.isBackward() ? selection.focus : selection.anchor;
  const last = selection.isBackward() ? selection.anchor : selection.focus;
  const [from, to] = [first.getNode().getTopLevelElement(), last.getNode().getTopLevelElement()];
  const blocks: LexicalNode[] = [];
  for (let node: LexicalNode | null = from; node !== null; node = node.getNextSibling()) {
    blocks.push(node);
    if (node.is(to)) break;
  }
  return blocks;
}

/** Each line of the selected paragraphs becomes a paragraph. The selection stays where it is. */
function $splitLines(selection: RangeSelection): void {
  for (const block of $topBlocks(selection)) {
    if (!$isParagraphNode(block) || !block.getChildren().some($isLineBreakNode)) continue;
    const lines = $cutLines(block, selection);
    for (const line of lines) block.insertBefore(line);
    block.remove();
  }
}

/** Only the lines of the selection leave the paragraph; those before and behind stay together. */
function $cutLines(block: ParagraphNode, selection: RangeSelection): ParagraphNode[] {
  const children = block.getChildren();
  const placeOf = (point: RangeSelection['anchor']): number => {
    const node = point.getNode();
    if (node.is(block)) return point.offset;
    const place = children.findIndex((child) => child.is(node) || child.isParentOf(node));
    return place === -1 ? 0 : place;
  };
  const isInside = (point: RangeSelection['anchor']): boolean => block.is(point.getNode().getTopLevelElement());
  const places = [selection.anchor, selection.focus].map((point) => (isInside(point) ? placeOf(point) : null));
  const lines: LexicalNode[][] = [[]];
  const starts = [0];
  for (const [index, child] of children.entries()) {
    if ($isLineBreakNode(child)) {
      lines.push([]);
      starts.push(index + 1);
    } else lines.at(-1)!.push(child);
  }
  const made = lines.map((line) => $createParagraphNode().append(...line));
  for (const [which, point] of [selection.anchor, selection.focus].entries()) {
    const place = places[which];
    if (place === null || place === undefined || !point.getNode().is(block)) continue;
    const line = Math.max(
      0,
      starts.findLastIndex((start) => start <= place),
    );
    point.set(made[line]!.getKey(), Math.min(place - starts[line]!, lines[line]!.length), 'element');
  }
  return made;
}

function $quoteLines(selection: RangeSelection): void {
  const blocks = $topBlocks(selection).filter($isParagraphNode);
  const [first] = blocks;
  if (first === undefined) return;
  const quote = $createQuoteNode();
  first.insertBefore(quote);
  for (const [index, block] of blocks.entries()) {
    if (index > 0) quote.append($createLineBreakNode());
    $moveChildren(block, quote);
  }
  if (selection.anchor.getNode().getParent() === null) quote.selectEnd();
}

function $endQuotes(selection: RangeSelection): void {
  for (const block of $topBlocks(selection)) {
    if (!$isQuoteNode(block)) continue;
    const paragraph = $createParagraphNode();
    block.insertBefore(paragraph);
    $moveChildren(block, paragraph);
  }
}

function $moveChildren(from: ElementNode, to: ElementNode): void {
  const isCaret = $isElementNode(from) && from.isSelected() && from.getChildrenSize() === 0;
  to.append(...from.getChildren());
  from.remove();
  if (isCaret) to.selectEnd();
}
