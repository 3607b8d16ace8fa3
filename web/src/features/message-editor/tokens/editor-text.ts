import { type BlockSegment, joinConditions } from '@overture/domain/message/condition-blocks';
import { parseSegments } from '@overture/domain/message/tokens';
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { $createTokenNode } from './token-node.tsx';

/** Segments as nodes of the editor, conditions as blocks where they can be; line breaks inside texts become nodes of their own. Call inside an update. */
export function $nodesOf(segments: readonly BlockSegment[]): LexicalNode[] {
  return joinConditions(segments).flatMap((segment): LexicalNode[] => {
    if (segment.kind !== 'text') return [$createTokenNode(segment)];
    return segment.text
      .split('\n')
      .flatMap((line, index): LexicalNode[] => [
        ...(index > 0 ? [$createLineBreakNode()] : []),
        ...(line === '' ? [] : [$createTextNode(line)]),
      ]);
  });
}

/** Fills an empty editor with a message in its wire form. Call inside an update. */
export function $writeMessage(template: string): void {
  const paragraph = $createParagraphNode();
  paragraph.append(...$nodesOf(parseSegments(template)));
  $getRoot().clear().append(paragraph);
}

/** The message of the editor in its wire form. Call inside a read. */
export function $readMessage(): string {
  return $getRoot().getTextContent();
}

/** Puts segments where the caret is (at the end before the first click) and gives the editor the focus. */
export function insertSegments(editor: LexicalEditor, segments: readonly BlockSegment[]): void {
  editor.update(() => {
    const current = $getSelection();
    const selection = $isRangeSelection(current) ? current : $getRoot().selectEnd();
    selection.insertNodes($nodesOf(segments));
  });
  editor.focus();
}

/** Inserts a condition at the caret and opens its form. */
export function insertCondition(editor: LexicalEditor, source: string): void {
  editor.update(() => {
    const current = $getSelection();
    const selection = $isRangeSelection(current) ? current : $getRoot().selectEnd();
    selection.insertNodes([$createTokenNode({ kind: 'condition', source }, true)]);
  });
}

/** Puts segments after everything else. */
export function appendSegments(editor: LexicalEditor, segments: readonly BlockSegment[]): void {
  editor.update(() => {
    // Behind a list or a quote they are no part of it.
    const last = $getRoot().getLastChild();
    if (last !== null && !$isParagraphNode(last)) $getRoot().append($createParagraphNode());
    $getRoot().selectEnd().insertNodes($nodesOf(segments));
  });
  editor.focus();
}
