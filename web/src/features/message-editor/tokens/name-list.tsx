import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { LexicalTypeaheadMenuPlugin, MenuOption } from '@lexical/react/LexicalTypeaheadMenuPlugin';
import { parseSegments } from '@overture/domain/message/tokens';
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_CRITICAL,
  type LexicalEditor,
  type TextNode,
} from 'lexical';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from '../message-editor.module.css';
import { t } from '../texts.ts';
import { $nodesOf } from './editor-text.ts';
import { NEW_CONDITION } from './new-condition.ts';
import { NameWords, type OfferedName, useOfferedNames } from './previewed-lead.tsx';
import { $createTokenNode } from './token-node.tsx';

/** A variable, or a condition (null). */
class NameOption extends MenuOption {
  readonly offered: OfferedName | null;

  constructor(offered: OfferedName | null) {
    super(offered?.name ?? 'if');
    this.offered = offered;
  }
}

/** What is being typed when the list shall open: `{{fir`, or `/fir` after a space or at the start. */
const TYPED = /(?:\{\{\s?|(?<=^|\s)\/)([\p{L}\p{N}_. ]{0,40})$/u;
const LONGEST_TYPED = 50;

function matchTyped(text: string) {
  const match = TYPED.exec(text.slice(-LONGEST_TYPED));
  if (match === null) return null;
  const [replaceable, word = ''] = match;
  return { leadOffset: text.length - replaceable.length, matchingString: word, replaceableString: replaceable };
}

/** The word being typed at the caret; null when none is. Call inside a read. */
function $typedWord(): string | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed() || selection.anchor.type !== 'text') return null;
  const text = selection.anchor.getNode().getTextContent().slice(0, selection.anchor.offset);
  return matchTyped(text)?.matchingString ?? null;
}

/** The word being typed and how many have ended; `reportTyped` with null ends one early. */
function useTypedWord(editor: LexicalEditor) {
  const [typing, setTyping] = useState<{ typed: string | null; ended: number }>({ typed: null, ended: 0 });
  const reportTyped = useCallback((typed: string | null) => {
    setTyping((before) =>
      typed === before.typed ? before : { typed, ended: typed === null ? before.ended + 1 : before.ended },
    );
  }, []);
  useEffect(
    () => editor.registerUpdateListener(({ editorState }) => reportTyped(editorState.read($typedWord))),
    [editor, reportTyped],
  );
  return { ...typing, reportTyped };
}

/** Opens at `{{` or `/` with the variables and what each says to the lead in the preview. */
export function NameList() {
  const [editor] = useLexicalComposerContext();
  const { typed, ended, reportTyped } = useTypedWord(editor);
  const names = useOfferedNames();
  const options = useMemo(() => {
    if (typed === null) return [];
    const wanted = typed.trim().toLowerCase();
    const isMeant = ({ name, label }: OfferedName) => name.includes(wanted) || label.toLowerCase().includes(wanted);
    const isCondition = `if ${t('insert_condition').toLowerCase()}`.includes(wanted);
    const found = names.filter(isMeant).map((offered) => new NameOption(offered));
    return isCondition ? [...found, new NameOption(null)] : found;
  }, [typed, names]);
  useOwnEscape(editor, options.length > 0);
  function choose(option: NameOption, node: TextNode | null, close: () => void) {
    editor.update(() => {
      const token = option.offered
        ? $nodesOf(parseSegments(`{{${option.offered.name}}}`))[0]
        : $createTokenNode({ kind: 'condition', source: NEW_CONDITION }, true);
      if (token === undefined) return;
      node?.replace(token);
      token.selectNext(0, 0);
      close();
    });
  }
  return (
    <LexicalTypeaheadMenuPlugin<NameOption>
      // The library opens its list a moment after it was asked to: closed within that moment it would stay open. A new one is closed.
      key={ended}
      options={options}
      triggerFn={matchTyped}
      onQueryChange={() => {}}
      onClose={() => reportTyped(null)}
      onSelectOption={choose}
      commandPriority={COMMAND_PRIORITY_CRITICAL}
      anchorClassName={classes.names}
      menuRenderFn={(anchor, { selectedIndex, selectOptionAndCleanUp, setHighlightedIndex }) =>
        anchor.current === null || options.length === 0
          ? null
          : createPortal(
              <NameOptions
                options={options}
                selectedIndex={selectedIndex}
                onHighlight={setHighlightedIndex}
                onChoose={selectOptionAndCleanUp}
              />,
              anchor.current,
            )
      }
    />
  );
}

interface NameOptionsProps {
  options: readonly NameOption[];
  selectedIndex: number | null;
  onHighlight: (index: number) => void;
  onChoose: (option: NameOption) => void;
}

/** Below the line that is written; above it where the window ends. */
function NameOptions({ options, selectedIndex, onHighlight, onChoose }: NameOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    // Its place is known only when the editor has drawn it.
    const frame = requestAnimationFrame(() => {
      const bottom = list.current?.getBoundingClientRect().bottom ?? 0;
      if (bottom > window.innerHeight) setAbove(true);
      // The library's own element around it calls itself a list too, whose options would be no children of it.
      list.current?.parentElement?.removeAttribute('role');
      list.current?.parentElement?.removeAttribute('aria-label');
    });
    return () => cancelAnimationFrame(frame);
  });
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={t('names')}
      className={`${isAbove ? '-translate-y-[calc(100%+56px)]' : ''} w-[300px] max-h-[260px] mt-6 p-1 overflow-y-auto border border-line-strong rounded-control bg-surface shadow-menu text-table`}
    >
      {options.map((option, index) => (
        <div
          key={option.key}
          // As the library's `aria-activedescendant` names it.
          id={`typeahead-item-${index}`}
          ref={option.setRefElement}
          role="option"
          tabIndex={-1}
          aria-selected={index === selectedIndex}
          className={`${classes.name} py-1.5 px-2.5 rounded-[6px] cursor-pointer`}
          onMouseEnter={() => onHighlight(index)}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {option.offered ? <NameWords {...option.offered} /> : t('insert_condition')}
        </div>
      ))}
    </div>
  );
}

const STOP = 'data-mantine-stop-propagation';

/** Escape then closes the list, not the panel around the field. */
function useOwnEscape(editor: LexicalEditor, isOpen: boolean): void {
  useEffect(() => {
    const root = editor.getRootElement();
    // Inside a form that stops Escape for itself it stays stopped.
    if (!isOpen || root === null || root.hasAttribute(STOP)) return;
    root.setAttribute(STOP, 'true');
    return () => root.removeAttribute(STOP);
  }, [editor, isOpen]);
}
