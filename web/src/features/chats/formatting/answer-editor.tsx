import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin';
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { writeRichHtml, writeRichPlain } from '@overture/domain/message/rich/rich-output';
import { isPlain } from '@overture/domain/message/rich/rich-text';
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isLineBreakNode,
  $isRangeSelection,
  $isTextNode,
  type EditorState,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { type KeyboardEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import {
  $createImageNode,
  $readBlocks,
  $readLines,
  $writeBlocks,
  FormatBar,
  type ImageFiles,
  ImageFilesContext,
  RICH_NODES,
  RICH_THEME,
  RichBehaviour,
} from '../../rich-text/index.ts';
import type { TextField } from '../text-field.ts';

interface Texts {
  message: string;
  /** HTML; blank while the message is plain text. */
  formatted: string;
}

interface AnswerEditorProps extends Texts {
  label: string;
  placeholder: string;
  problem: string | null;
  isReadOnly: boolean;
  textRef: React.RefObject<TextField | null>;
  onChange: (texts: Texts) => void;
  onBlur: () => void;
  /** Answers true where a key was taken. */
  onKey: (event: KeyboardEvent<HTMLElement>, isAtLineStart: () => boolean) => boolean;
  onFiles: (files: File[]) => void;
  images: ImageFiles;
  /** True where the field that it replaces had the focus. */
  takesFocus: React.RefObject<boolean>;
}

const $wordNodes = (text: string): LexicalNode[] =>
  text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [$createLineBreakNode()] : []),
      ...(line === '' ? [] : [$createTextNode(line)]),
    ]);

function $write({ message, formatted }: Texts): void {
  if (formatted !== '') $writeBlocks(parseRichText(formatted), $wordNodes);
  else
    $getRoot()
      .clear()
      .append($createParagraphNode().append(...$wordNodes(message)));
}

/** What the editor holds. Without any formatting it is a plain message. Call inside a read. */
function $readTexts(): Texts {
  const blocks = $readBlocks();
  if (isPlain(blocks)) return { message: $readLines(), formatted: '' };
  const formatted = writeRichHtml(blocks);
  return { message: writeRichPlain(parseRichText(formatted)), formatted };
}

/** A message to a lead with bold words, lists and links. Loaded when a user formats one. */
export function AnswerEditor(props: AnswerEditorProps) {
  const { message, formatted, problem, textRef } = props;
  const [editor, setEditor] = useState<LexicalEditor | null>(null);
  const shown = useShown(editor, { message, formatted });
  useTextField(textRef, editor, message);
  useFocusOnce(editor, props.takesFocus);
  useEffect(() => editor?.setEditable(!props.isReadOnly), [editor, props.isReadOnly]);
  function report(state: EditorState) {
    const texts = state.read($readTexts);
    if (texts.message === shown.current.message && texts.formatted === shown.current.formatted) return;
    shown.current = texts;
    props.onChange(texts);
  }
  return (
    <ImageFilesContext value={props.images}>
      <LexicalComposer
        initialConfig={{
          namespace: 'answer',
          nodes: RICH_NODES,
          theme: RICH_THEME,
          editorState: () => $write({ message, formatted }),
          onError: (error) => {
            throw error;
          },
        }}
      >
        <div
          className="overflow-hidden border border-line-control rounded-control bg-surface focus-within:border-accent-line focus-within:shadow-focus data-problem:border-red"
          data-problem={problem !== null || undefined}
          onKeyDownCapture={(event) => {
            if (isInText(event.target) && props.onKey(event, () => editor?.read($isAtLineStart) ?? false))
              event.stopPropagation();
          }}
          onPasteCapture={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0) return;
            event.preventDefault();
            event.stopPropagation();
            props.onFiles(files);
          }}
        >
          <FormatBar editor={editor} />
          <EditorText {...props} />
          <HistoryPlugin />
          <OnChangePlugin ignoreSelectionChange ignoreHistoryMergeTagChange onChange={report} />
          <RichBehaviour $wordNodes={$wordNodes} />
          <EditorHandle onReady={setEditor} />
        </div>
      </LexicalComposer>
      {problem === null ? null : (
        <p className="mt-1.25 text-red text-meta" role="alert">
          {problem}
        </p>
      )}
    </ImageFilesContext>
  );
}

function EditorText(props: AnswerEditorProps) {
  return (
    <div className="relative">
      <RichTextPlugin
        contentEditable={
          <ContentEditable
            className="min-h-15 max-h-[300px] py-2.25 px-3 overflow-y-auto leading-[1.45] wrap-anywhere whitespace-pre-wrap outline-none [&_p]:m-0"
            ariaLabel={props.label}
            ariaMultiline
            spellCheck
            onBlur={props.onBlur}
          />
        }
        placeholder={
          <span className="absolute top-2.25 end-3 start-3 truncate text-ink-3 leading-[1.45] pointer-events-none">
            {props.placeholder}
          </span>
        }
        ErrorBoundary={LexicalErrorBoundary}
      />
    </div>
  );
}

const isInText = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('[contenteditable="true"]') !== null;

function EditorHandle({ onReady }: { onReady: (editor: LexicalEditor) => void }) {
  const [editor] = useLexicalComposerContext();
  useEffect(() => onReady(editor), [editor, onReady]);
  return null;
}

function useFocusOnce(editor: LexicalEditor | null, takesFocus: React.RefObject<boolean>): void {
  useEffect(() => {
    if (editor !== null && takesFocus.current) editor.focus();
    if (editor !== null) takesFocus.current = false;
  }, [editor, takesFocus]);
}

/** Shows what others put into the message: a draft, a saved reply, what was taken back. Answers what the editor holds. */
function useShown(editor: LexicalEditor | null, { message, formatted }: Texts) {
  const shown = useRef<Texts>({ message, formatted });
  useEffect(() => {
    if (shown.current.message === message && shown.current.formatted === formatted) return;
    shown.current = { message, formatted };
    // Merged into the history: it is no change by the user.
    editor?.update(() => $write({ message, formatted }), { tag: HISTORY_MERGE_TAG });
  }, [editor, message, formatted]);
  return shown;
}

function useTextField(textRef: AnswerEditorProps['textRef'], editor: LexicalEditor | null, value: string): void {
  useImperativeHandle(
    textRef,
    (): TextField => ({
      value,
      focus: () => editor?.focus(),
      dispatchEvent: (event) => editor?.getRootElement()?.dispatchEvent(event) ?? false,
      insert: (words) =>
        editor?.update(() => {
          if (!$isRangeSelection($getSelection())) $getRoot().selectEnd();
          $getSelection()?.insertNodes($wordNodes(words));
        }),
      insertImage: (image) =>
        editor?.update(() => {
          if (!$isRangeSelection($getSelection())) $getRoot().selectEnd();
          $getSelection()?.insertNodes([$createImageNode(image)]);
        }),
    }),
    [editor, value],
  );
}

/** Call inside a read. */
function $isAtLineStart(): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const { offset } = selection.anchor;
  const node = selection.anchor.getNode();
  if ($isTextNode(node)) {
    const before = node.getPreviousSibling();
    return offset === 0 && (before === null || $isLineBreakNode(before));
  }
  return offset === 0 || $isLineBreakNode(node.getChildAtIndex(offset - 1));
}
