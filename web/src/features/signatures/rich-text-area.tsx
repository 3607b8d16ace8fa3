import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin';
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { writeRichHtml } from '@overture/domain/message/rich/rich-output';
import { $createLineBreakNode, $createTextNode, type LexicalEditor, type LexicalNode } from 'lexical';
import { useEffect, useState } from 'react';
import { $readBlocks, $writeBlocks, FormatBar, RICH_NODES, RICH_THEME, RichBehaviour } from '../rich-text/index.ts';
import { cleanSignatureHtml } from './clean-html.ts';

interface RichTextAreaProps {
  /** Read once; afterwards the editor owns the text. */
  initialHtml: string;
  onChange: (html: string) => void;
  label: string;
}

/** A signature has no variables: every word is a word. */
const $wordNodes = (text: string): LexicalNode[] =>
  text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [$createLineBreakNode()] : []),
      ...(line === '' ? [] : [$createTextNode(line)]),
    ]);

/** The editor of campaign emails, for a signature: looks, links, lists, quotes and dividers. */
export function RichTextArea({ initialHtml, onChange, label }: RichTextAreaProps) {
  const [editor, setEditor] = useState<LexicalEditor | null>(null);
  return (
    <LexicalComposer
      initialConfig={{
        namespace: 'signature',
        nodes: RICH_NODES,
        theme: RICH_THEME,
        editorState: () => $writeBlocks(parseRichText(cleanSignatureHtml(initialHtml)), $wordNodes),
        onError: (error) => {
          throw error;
        },
      }}
    >
      <div className="overflow-hidden border border-line-control rounded-control focus-within:border-accent-line focus-within:shadow-focus">
        <FormatBar editor={editor} />
        <RichTextPlugin
          contentEditable={
            <ContentEditable
              className="min-h-37.5 max-h-[320px] py-2.5 px-3 overflow-auto outline-none [&_p]:m-0"
              aria-label={label}
            />
          }
          ErrorBoundary={LexicalErrorBoundary}
        />
        <HistoryPlugin />
        <OnChangePlugin ignoreSelectionChange onChange={(state) => onChange(writeRichHtml(state.read($readBlocks)))} />
        <RichBehaviour $wordNodes={$wordNodes} />
        <EditorHandle onReady={setEditor} />
      </div>
    </LexicalComposer>
  );
}

function EditorHandle({ onReady }: { onReady: (editor: LexicalEditor) => void }) {
  const [editor] = useLexicalComposerContext();
  useEffect(() => onReady(editor), [editor, onReady]);
  return null;
}
