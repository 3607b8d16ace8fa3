import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type BlockSegment, findBlocks, writeBlocks } from '@overture/domain/message/condition-blocks';
import { translateForeign } from '@overture/domain/message/foreign';
import { parseSegments } from '@overture/domain/message/tokens';
import {
  $createTextNode,
  $getAdjacentNode,
  $getSelection,
  $isNodeSelection,
  $isRangeSelection,
  $isTextNode,
  BEFORE_INPUT_COMMAND,
  COMMAND_PRIORITY_HIGH,
  KEY_BACKSPACE_COMMAND,
  KEY_DELETE_COMMAND,
  KEY_ENTER_COMMAND,
  type LexicalEditor,
  LineBreakNode,
  mergeRegister,
  TextNode,
} from 'lexical';
import { useEffect } from 'react';
import { $nodesOf } from './editor-text.ts';
import { $createTokenNode, $isTokenNode, TokenNode } from './token-node.tsx';

/**
 * What makes tokens atoms: Backspace and Delete remove a whole one at once, Enter inside one does nothing, and what is typed or pasted
 * in the wire form (`{{first_name}}`) becomes one. In a single line Enter does nothing at all.
 */
export function TokenBehaviour({ isSingleLine }: { isSingleLine: boolean }) {
  const [editor] = useLexicalComposerContext();
  useEffect(
    () =>
      mergeRegister(
        editor.registerCommand(KEY_BACKSPACE_COMMAND, (event) => deleteToken(event, true), COMMAND_PRIORITY_HIGH),
        editor.registerCommand(KEY_DELETE_COMMAND, (event) => deleteToken(event, false), COMMAND_PRIORITY_HIGH),
        editor.registerCommand(
          KEY_ENTER_COMMAND,
          (event) => {
            if (!isSingleLine && !$isNodeSelection($getSelection())) return false;
            event?.preventDefault();
            return true;
          },
          COMMAND_PRIORITY_HIGH,
        ),
        editor.registerCommand(BEFORE_INPUT_COMMAND, $writeInToken, COMMAND_PRIORITY_HIGH),
        editor.registerNodeTransform(TextNode, $readTokens),
        editor.registerNodeTransform(TokenNode, $joinCondition),
        isSingleLine ? joinLines(editor) : () => {},
      ),
    [editor, isSingleLine],
  );
  return null;
}

/** Removes the selected tokens, or the one beside the caret. True when there was one. */
function deleteToken(event: KeyboardEvent, isBackward: boolean): boolean {
  const selection = $getSelection();
  if ($isNodeSelection(selection)) {
    const tokens = selection.getNodes().filter($isTokenNode);
    if (tokens.length === 0) return false;
    event.preventDefault();
    for (const token of tokens) {
      token.selectNext(0, 0);
      token.remove();
    }
    return true;
  }
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const neighbour = $getAdjacentNode(selection.focus, isBackward);
  if (!$isTokenNode(neighbour)) return false;
  event.preventDefault();
  neighbour.remove();
  return true;
}

/**
 * Where a token begins the editor writes what is typed itself. When the browser writes it and the page is busy for a tenth of a
 * second, the library reads the page first, the token is made, and then the library writes the last letter once more behind it.
 */
function $writeInToken(event: InputEvent): boolean {
  const selection = $getSelection();
  if (event.inputType !== 'insertText' || !event.data || event.data.includes('\n')) return false;
  if (!$isRangeSelection(selection) || !TOKEN_START.test(selection.anchor.getNode().getTextContent())) return false;
  event.preventDefault();
  selection.insertText(event.data);
  return true;
}

/** Of ours, or of another product. */
const TOKEN_START = /\{\{|<\{|\{%/;

/** A text that holds tokens in their wire form, or in that of another product, becomes texts and tokens. */
function $readTokens(node: TextNode): void {
  const written = node.getTextContent();
  if (!TOKEN_START.test(written)) return;
  const text = translateForeign(written);
  const segments = parseSegments(text);
  if (text === written && segments.every(({ kind }) => kind === 'text')) return;
  const hadCaret = node.isSelected();
  const nodes = $nodesOf(segments);
  const format = node.getFormat();
  for (const next of nodes) {
    if ($isTextNode(next) || $isTokenNode(next)) next.setFormat(format);
    node.insertBefore(next);
  }
  const last = nodes.at(-1);
  node.remove();
  if (!hadCaret || last === undefined) return;
  if ($isTextNode(last)) last.selectEnd();
  else last.selectNext();
}

/** A condition that was written or pasted part by part becomes a block once its end is there, if a block can say it. */
function $joinCondition(node: TokenNode): void {
  const { __segment: segment } = node.getLatest();
  if (segment.kind !== 'tag' || !segment.source.includes('endif')) return;
  const siblings = node.getParent()?.getChildren() ?? [];
  const place = siblings.findIndex((one) => one.is(node));
  const segments = siblings.map(
    (one): BlockSegment => ($isTokenNode(one) ? one.__segment : { kind: 'text', text: one.getTextContent() }),
  );
  const range = findBlocks(segments).find(({ to }) => to === place);
  if (range === undefined) return;
  const block = $createTokenNode({ kind: 'condition', source: writeBlocks(segments.slice(range.from, place + 1)) });
  const hadCaret = $isRangeSelection($getSelection());
  node.insertAfter(block);
  for (const one of siblings.slice(range.from, place + 1)) one.remove();
  if (hadCaret) block.selectNext(0, 0);
}

/** Lines pasted into a single line are joined. */
function joinLines(editor: LexicalEditor): () => void {
  return editor.registerNodeTransform(LineBreakNode, (node) => {
    node.replace($createTextNode(' '));
  });
}
