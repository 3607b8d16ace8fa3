import { $isLinkNode, $toggleLink } from '@lexical/link';
import { INSERT_HORIZONTAL_RULE_COMMAND } from '@lexical/react/LexicalHorizontalRuleNode';
import { Popover } from '@mantine/core';
import {
  IconBold,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconMinus,
  IconQuote,
  IconUnderline,
  IconUnlink,
} from '@tabler/icons-react';
import {
  $createTextNode,
  $getRoot,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  FORMAT_TEXT_COMMAND,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  mergeRegister,
  SELECTION_CHANGE_COMMAND,
} from 'lexical';
import { useContext, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { ImageButton } from './image-button.tsx';
import { ImageFilesContext } from './image-node.tsx';
import { $findBlockKind, $toggleBlock } from './lines.ts';
import { LinkFields } from './link-fields.tsx';
import { t } from './texts.ts';

const LOOKS = [
  { kind: 'bold', icon: IconBold },
  { kind: 'italic', icon: IconItalic },
  { kind: 'underline', icon: IconUnderline },
] as const;
const BLOCKS = [
  { kind: 'bullet', icon: IconList },
  { kind: 'number', icon: IconListNumbers },
  { kind: 'quote', icon: IconQuote },
] as const;

interface SelectionState {
  /** Looks, the kind of block, and `link`. */
  active: ReadonlySet<string>;
  url: string;
  /** Words are selected, or the caret is inside a link. */
  hasWords: boolean;
}

const NOTHING: SelectionState = { active: new Set(), url: '', hasWords: false };

/** What can be done with the selected words, as one row of buttons. */
export function FormatBar({ editor, hasBlocks = true }: { editor: LexicalEditor | null; hasBlocks?: boolean }) {
  const state = useSelectionState(editor);
  const files = useContext(ImageFilesContext);
  return (
    <div
      className="flex flex-wrap items-center gap-0.5 py-0.75 px-1.25 border-b border-line"
      role="toolbar"
      aria-label={t('toolbar')}
    >
      {LOOKS.map(({ kind, icon: Icon }) => (
        <IconButton
          key={kind}
          size="small"
          label={t(kind)}
          active={state.active.has(kind)}
          aria-pressed={state.active.has(kind)}
          onMouseDown={preventBlur}
          onClick={() => editor?.dispatchCommand(FORMAT_TEXT_COMMAND, kind)}
        >
          <Icon size={15} aria-hidden />
        </IconButton>
      ))}
      <LinkButton editor={editor} state={state} />
      {hasBlocks ? <BlockButtons editor={editor} active={state.active} /> : null}
      {files && editor ? <ImageButton editor={editor} files={files} /> : null}
    </div>
  );
}

/** The caret stays in the text while a button is pressed. */
const preventBlur = (event: React.MouseEvent) => event.preventDefault();

function BlockButtons({ editor, active }: { editor: LexicalEditor | null; active: ReadonlySet<string> }) {
  return (
    <>
      {BLOCKS.map(({ kind, icon: Icon }) => (
        <IconButton
          key={kind}
          size="small"
          label={t(kind)}
          active={active.has(kind)}
          aria-pressed={active.has(kind)}
          onMouseDown={preventBlur}
          onClick={() => {
            editor?.update(() => {
              if (!$isRangeSelection($getSelection())) $getRoot().selectEnd();
              $toggleBlock(kind);
            });
            editor?.focus();
          }}
        >
          <Icon size={15} aria-hidden />
        </IconButton>
      ))}
      <IconButton
        size="small"
        label={t('divider')}
        onMouseDown={preventBlur}
        onClick={() => {
          editor?.update(() => {
            if (!$isRangeSelection($getSelection())) $getRoot().selectEnd();
          });
          editor?.dispatchCommand(INSERT_HORIZONTAL_RULE_COMMAND, undefined);
        }}
      >
        <IconMinus size={15} aria-hidden />
      </IconButton>
    </>
  );
}

function useSelectionState(editor: LexicalEditor | null): SelectionState {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    if (editor === null) return;
    const read = () => setState(editor.getEditorState().read($readState));
    return mergeRegister(
      editor.registerUpdateListener(read),
      editor.registerCommand(
        SELECTION_CHANGE_COMMAND,
        () => {
          setState($readState());
          return false;
        },
        COMMAND_PRIORITY_HIGH,
      ),
    );
  }, [editor]);
  return state;
}

function $readState(): SelectionState {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return NOTHING;
  const active = new Set<string>(LOOKS.filter(({ kind }) => selection.hasFormat(kind)).map(({ kind }) => kind));
  const kind = $findBlockKind();
  if (kind !== null) active.add(kind);
  const link = selection
    .getNodes()
    .flatMap((node) => [node, ...node.getParents()])
    .find($isLinkNode);
  if (link) active.add('link');
  return { active, url: link?.getURL() ?? '', hasWords: link !== undefined || !selection.isCollapsed() };
}

/** Ctrl+K. Outside of the text the same keys open the search. */
function useLinkKeys(editor: LexicalEditor | null, onOpen: () => void) {
  const open = useRef(onOpen);
  open.current = onOpen;
  useEffect(
    () =>
      editor?.registerCommand(
        KEY_DOWN_COMMAND,
        (event) => {
          if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey))
            return false;
          event.preventDefault();
          event.stopPropagation();
          open.current();
          return true;
        },
        COMMAND_PRIORITY_HIGH,
      ),
    [editor],
  );
}

function $saveLink({ text, url }: { text: string; url: string }, hasWords: boolean): void {
  if (!hasWords) {
    if (!$isRangeSelection($getSelection())) $getRoot().selectEnd();
    const words = $createTextNode(text);
    $insertNodes([words]);
    words.select(0, text.length);
  }
  $toggleLink(url);
  // Words that stay selected would be replaced by what is typed next.
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  const { key, offset, type } = selection.isBackward() ? selection.anchor : selection.focus;
  selection.anchor.set(key, offset, type);
  selection.focus.set(key, offset, type);
}

/** Links the selected words, changes the link around the caret, or writes a new one. Ctrl+K opens it. */
function LinkButton({ editor, state }: { editor: LexicalEditor | null; state: SelectionState }) {
  const [isOpen, setOpen] = useState(false);
  useLinkKeys(editor, () => setOpen(true));
  function save(link: { text: string; url: string }) {
    setOpen(false);
    editor?.update(() => $saveLink(link, state.hasWords));
    editor?.focus();
  }
  const isLink = state.active.has('link');
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <IconButton
            size="small"
            label={t('link')}
            active={isLink}
            aria-pressed={isLink}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onMouseDown={preventBlur}
            onClick={() => setOpen(!isOpen)}
          >
            <IconLink size={15} aria-hidden />
          </IconButton>
        </Popover.Target>
        <Popover.Dropdown
          aria-label={isLink ? t('link_change') : t('link_title')}
          onKeyDown={(event) => event.stopPropagation()}
        >
          <LinkFields
            value={{ text: state.hasWords ? null : '', url: state.url }}
            action={isLink ? t('apply') : t('insert')}
            onSave={save}
          />
        </Popover.Dropdown>
      </Popover>
      {isLink ? (
        <IconButton
          size="small"
          label={t('link_remove')}
          onMouseDown={preventBlur}
          onClick={() => editor?.update(() => $toggleLink(null))}
        >
          <IconUnlink size={15} aria-hidden />
        </IconButton>
      ) : null}
    </>
  );
}
