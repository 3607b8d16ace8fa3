import { LinkNode } from '@lexical/link';
import { $isListItemNode, $isListNode } from '@lexical/list';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { HorizontalRulePlugin } from '@lexical/react/LexicalHorizontalRulePlugin';
import { LinkPlugin } from '@lexical/react/LexicalLinkPlugin';
import { ListPlugin } from '@lexical/react/LexicalListPlugin';
import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { RICH_LIMITS } from '@overture/domain/message/rich/rich-text';
import {
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_HIGH,
  COMMAND_PRIORITY_LOW,
  INDENT_CONTENT_COMMAND,
  INSERT_LINE_BREAK_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_SPACE_COMMAND,
  KEY_TAB_COMMAND,
  type LexicalEditor,
  mergeRegister,
  OUTDENT_CONTENT_COMMAND,
  PASTE_COMMAND,
} from 'lexical';
import { useEffect } from 'react';
import { $blockNodes, $inlineNodes, type WordNodes } from './blocks.ts';
import { $toggleBlock } from './lines.ts';

/** Keys and pasting of formatted text: Enter breaks a line, `- ` and `1. ` begin lists, Tab moves an item into the list above it. */
export function RichBehaviour({ $wordNodes }: { $wordNodes: WordNodes }) {
  const [editor] = useLexicalComposerContext();
  useEffect(
    () =>
      mergeRegister(
        editor.registerCommand(KEY_ENTER_COMMAND, (event) => $breakLine(editor, event), COMMAND_PRIORITY_LOW),
        editor.registerCommand(KEY_SPACE_COMMAND, $beginList, COMMAND_PRIORITY_LOW),
        editor.registerCommand(KEY_TAB_COMMAND, (event) => $moveItem(editor, event), COMMAND_PRIORITY_LOW),
        editor.registerCommand(
          PASTE_COMMAND,
          (event) => $pasteHtml(event as ClipboardEvent, $wordNodes),
          COMMAND_PRIORITY_HIGH,
        ),
        // A link whose words were all deleted would leave its address behind.
        editor.registerNodeTransform(LinkNode, (link) => {
          if (link.isEmpty()) link.remove();
        }),
      ),
    [editor, $wordNodes],
  );
  return (
    <>
      <ListPlugin />
      <LinkPlugin />
      <HorizontalRulePlugin />
    </>
  );
}

/** In words Enter breaks the line, as it does in a field of plain text; lists and quotes have their own. */
function $breakLine(editor: LexicalEditor, event: KeyboardEvent | null): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !$isParagraphNode(selection.anchor.getNode().getTopLevelElement())) return false;
  event?.preventDefault();
  return editor.dispatchCommand(INSERT_LINE_BREAK_COMMAND, false);
}

const BULLET = /^[-*•]$/;
const NUMBER = /^1[.)]$/;

/** A sign at the beginning of a line, and then a space. */
function $beginList(event: KeyboardEvent): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const node = selection.anchor.getNode();
  if (!$isTextNode(node) || !$isParagraphNode(node.getParent())) return false;
  const before = node.getPreviousSibling();
  const isFirst = before === null || before.getType() === 'linebreak';
  const sign = node.getTextContent().slice(0, selection.anchor.offset);
  const kind = BULLET.test(sign) ? 'bullet' : NUMBER.test(sign) ? 'number' : null;
  if (!isFirst || kind === null) return false;
  event.preventDefault();
  node.spliceText(0, sign.length, '', true);
  $toggleBlock(kind);
  return true;
}

/** Only inside lists: elsewhere Tab goes to the next control. */
function $moveItem(editor: LexicalEditor, event: KeyboardEvent): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return false;
  let item = selection.anchor.getNode();
  while (!$isListItemNode(item)) {
    const parent = item.getParent();
    if (parent === null) return false;
    item = parent;
  }
  const depth = item.getIndent();
  const isFirst =
    item.getPreviousSibling() === null && !$isListNode(item.getParent()?.getParent()?.getPreviousSibling());
  if (event.shiftKey ? depth === 0 : depth >= RICH_LIMITS.depth - 1 || isFirst) return false;
  event.preventDefault();
  return editor.dispatchCommand(event.shiftKey ? OUTDENT_CONTENT_COMMAND : INDENT_CONTENT_COMMAND, undefined);
}

/** HTML of other programs is read as what a mail may have. What was copied here has its own form. */
function $pasteHtml(event: ClipboardEvent, $wordNodes: WordNodes): boolean {
  const data = 'clipboardData' in event ? event.clipboardData : null;
  const selection = $getSelection();
  if (!data || !$isRangeSelection(selection) || data.types.includes('application/x-lexical-editor')) return false;
  const html = data.getData('text/html');
  if (html.trim() === '') return false;
  const blocks = parseRichText(html, RICH_LIMITS.pasted);
  const [first] = blocks;
  if (first === undefined) return false;
  event.preventDefault();
  const isWords = blocks.length === 1 && first.kind === 'paragraph';
  selection.insertNodes(isWords ? $inlineNodes(first.content, $wordNodes) : $blockNodes(blocks, $wordNodes));
  return true;
}
