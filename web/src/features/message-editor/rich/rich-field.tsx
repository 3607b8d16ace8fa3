import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin';
import { findFormattedProblem } from '@overture/domain/flow/formatted-texts';
import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { writeRichHtml, writeRichPlain } from '@overture/domain/message/rich/rich-output';
import { isPlain } from '@overture/domain/message/rich/rich-text';
import { parseSegments } from '@overture/domain/message/tokens';
import type { EditorState, LexicalEditor } from 'lexical';
import { type ReactNode, useState } from 'react';
import {
  $readBlocks,
  $readLines,
  $writeBlocks,
  FormatBar,
  RICH_NODES,
  RICH_THEME,
  RichBehaviour,
} from '../../rich-text/index.ts';
import { $nodesOf, $writeMessage } from '../tokens/editor-text.ts';
import { useKnownKeys } from '../tokens/known-keys.ts';
import { TokenField } from '../tokens/token-field.tsx';
import { TextPart } from './text-part.tsx';

const $wordNodes = (text: string) => $nodesOf(parseSegments(text));

interface RichFieldProps {
  label: string;
  placeholder: string;
  message: string;
  /** HTML; blank while the message is plain text. */
  formatted: string;
  isEditable: boolean;
  tools: ReactNode;
  onChange: (texts: { message?: string; formatted?: string }) => void;
  onReady: (editor: LexicalEditor) => void;
}

/** The text of an email, with looks, lists, links and images. Without any it stays a plain message. Below is its text part. */
export function RichField(props: RichFieldProps) {
  const { label, placeholder, message, formatted, isEditable, tools, onChange } = props;
  const [editor, setEditor] = useState<LexicalEditor | null>(null);
  const [isOwn, setOwn] = useState(() => formatted !== '' && message !== plainOf(formatted));
  const known = useKnownKeys();
  function report(state: EditorState) {
    state.read(() => {
      const blocks = $readBlocks();
      if (isPlain(blocks)) return onChange({ message: $readLines(), formatted: '' });
      const html = writeRichHtml(blocks);
      onChange(isOwn && formatted !== '' ? { formatted: html } : { formatted: html, message: plainOf(html) });
    });
  }
  const surface = {
    nodes: RICH_NODES,
    theme: RICH_THEME,
    $write: () => (formatted === '' ? $writeMessage(message) : $writeBlocks(parseRichText(formatted), $wordNodes)),
    onState: report,
    Plugin: RichTextPlugin,
    bar: <FormatBar editor={editor} />,
    behaviour: isEditable ? <RichBehaviour $wordNodes={$wordNodes} /> : null,
  };
  return (
    <>
      <TokenField
        label={label}
        placeholder={placeholder}
        value={message}
        field="message"
        isEditable={isEditable}
        onChange={(text) => onChange({ message: text })}
        onReady={(ready) => {
          setEditor(ready);
          props.onReady(ready);
        }}
        tools={tools}
        surface={surface}
      />
      {formatted === '' ? null : (
        <TextPart
          message={message}
          isOwn={isOwn}
          isEditable={isEditable}
          problem={isOwn ? findFormattedProblem({ message, formatted_texts: { a: formatted } }, known) : null}
          onChange={(text) => onChange({ message: text })}
          onOwn={(own) => {
            setOwn(own);
            if (!own) onChange({ message: plainOf(formatted) });
          }}
        />
      )}
    </>
  );
}

const plainOf = (html: string): string => writeRichPlain(parseRichText(html));
