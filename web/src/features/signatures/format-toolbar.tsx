import { $isLinkNode, TOGGLE_LINK_COMMAND } from '@lexical/link';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { TextInput } from '@mantine/core';
import { IconBold, IconItalic, IconLink, IconUnderline } from '@tabler/icons-react';
import {
  $getSelection,
  $isRangeSelection,
  FORMAT_TEXT_COMMAND,
  type LexicalEditor,
  type TextFormatType,
} from 'lexical';
import { useEffect, useState } from 'react';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

const formats = [
  { format: 'bold', icon: IconBold },
  { format: 'italic', icon: IconItalic },
  { format: 'underline', icon: IconUnderline },
] as const satisfies readonly { format: TextFormatType; icon: typeof IconBold }[];

/** Bold, italic, underline and link for the text that is selected. */
export function FormatToolbar() {
  const [editor] = useLexicalComposerContext();
  const active = useActiveFormats(editor);
  const [link, setLink] = useState<string | undefined>();
  function applyLink() {
    const address = link?.trim() ?? '';
    const url = /^(https?:|mailto:|tel:)/i.test(address) || address === '' ? address : `https://${address}`;
    editor.dispatchCommand(TOGGLE_LINK_COMMAND, url === '' ? null : url);
    setLink(undefined);
    editor.focus();
  }
  return (
    <>
      <div className="flex gap-0.5 p-1 border-b border-line" role="toolbar" aria-label={t('toolbar')}>
        {formats.map(({ format, icon: Icon }) => (
          <IconButton
            key={format}
            label={t(format)}
            active={active.has(format)}
            aria-pressed={active.has(format)}
            onClick={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, format)}
          >
            <Icon size={16} aria-hidden />
          </IconButton>
        ))}
        <IconButton
          label={t('link')}
          active={active.has('link')}
          aria-pressed={active.has('link')}
          onClick={() =>
            active.has('link')
              ? editor.dispatchCommand(TOGGLE_LINK_COMMAND, null)
              : setLink(link === undefined ? '' : undefined)
          }
        >
          <IconLink size={16} aria-hidden />
        </IconButton>
      </div>
      {link === undefined ? null : <LinkField value={link} onChange={setLink} onApply={applyLink} />}
    </>
  );
}

/** What the selected text has already, a link among it. */
function useActiveFormats(editor: LexicalEditor): ReadonlySet<string> {
  const [active, setActive] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      editor.registerUpdateListener(({ editorState }) => {
        editorState.read(() => {
          const selection = $getSelection();
          if (!$isRangeSelection(selection)) return;
          const on = formats.filter(({ format }) => selection.hasFormat(format)).map(({ format }) => format as string);
          const isLink = selection.getNodes().some((node) => $isLinkNode(node) || $isLinkNode(node.getParent()));
          setActive(new Set(isLink ? [...on, 'link'] : on));
        });
      }),
    [editor],
  );
  return active;
}

interface LinkFieldProps {
  value: string;
  onChange: (value: string) => void;
  onApply: () => void;
}

/** Where the selected text leads. */
function LinkField({ value, onChange, onApply }: LinkFieldProps) {
  return (
    <div className="flex gap-2 p-1.5 border-b border-line [&>:first-child]:flex-1">
      <TextInput
        aria-label={t('link_prompt')}
        placeholder="https://"
        value={value}
        autoFocus
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onApply();
        }}
      />
      <AppButton size="small" onClick={onApply}>
        {t('link')}
      </AppButton>
    </div>
  );
}
