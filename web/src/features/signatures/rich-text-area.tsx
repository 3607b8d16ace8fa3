import { $generateHtmlFromNodes, $generateNodesFromDOM } from '@lexical/html';
import { AutoLinkNode, LinkNode } from '@lexical/link';
import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin';
import { LinkPlugin } from '@lexical/react/LexicalLinkPlugin';
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin';
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { $createParagraphNode, $getRoot, $isDecoratorNode, $isElementNode, type LexicalEditor } from 'lexical';
import { cleanSignatureHtml } from './clean-html.ts';
import { FormatToolbar } from './format-toolbar.tsx';

interface RichTextAreaProps {
  /** Read once; afterwards the editor owns the text. */
  initialHtml: string;
  onChange: (html: string) => void;
  label: string;
}

/** Puts cleaned HTML into an empty editor. Loose text is wrapped, because the top level allows blocks only. */
function loadHtml(editor: LexicalEditor, html: string) {
  const page = new DOMParser().parseFromString(cleanSignatureHtml(html), 'text/html');
  const nodes = $generateNodesFromDOM(editor, page);
  const root = $getRoot().clear();
  const blocks = [];
  for (const node of nodes) {
    if ($isElementNode(node) && !node.isInline()) blocks.push(node);
    else if (!$isDecoratorNode(node)) blocks.push($createParagraphNode().append(node));
  }
  // Appended, not inserted at a selection: a selection would take the focus from the field above.
  root.append(...(blocks.length > 0 ? blocks : [$createParagraphNode()]));
}

/** HTML as it goes into a mail: without the editor's class names and wrappers. */
function getHtml(editor: LexicalEditor): string {
  if ($getRoot().getTextContent().trim() === '') return '';
  const page = new DOMParser().parseFromString($generateHtmlFromNodes(editor, null), 'text/html');
  for (const element of page.body.querySelectorAll('*')) {
    element.removeAttribute('class');
    element.removeAttribute('dir');
    if (element.getAttribute('style') === 'white-space: pre-wrap;') element.removeAttribute('style');
  }
  // Bold and italic come out twice (an outer b with an inner strong).
  for (const inner of page.body.querySelectorAll('b > strong, i > em')) inner.replaceWith(...inner.childNodes);
  for (const span of page.body.querySelectorAll('span:not([style])')) span.replaceWith(...span.childNodes);
  return page.body.innerHTML;
}

/** Small editor for a few lines: bold, italic, underline, links, undo. */
export function RichTextArea({ initialHtml, onChange, label }: RichTextAreaProps) {
  return (
    <LexicalComposer
      initialConfig={{
        namespace: 'signature',
        nodes: [LinkNode, AutoLinkNode],
        editorState: (editor) => loadHtml(editor, initialHtml),
        onError: (error) => {
          throw error;
        },
      }}
    >
      <div className="overflow-hidden border border-line-control rounded-control focus-within:border-accent-line focus-within:shadow-focus">
        <FormatToolbar />
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
        <LinkPlugin />
        <ReportChanges onChange={onChange} />
      </div>
    </LexicalComposer>
  );
}

function ReportChanges({ onChange }: { onChange: (html: string) => void }) {
  const [editor] = useLexicalComposerContext();
  return <OnChangePlugin ignoreSelectionChange onChange={(state) => state.read(() => onChange(getHtml(editor)))} />;
}
