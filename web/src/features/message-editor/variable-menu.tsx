import { Combobox, type ComboboxStore, type PopoverProps, useCombobox } from '@mantine/core';
import { isResearchName } from '@overture/domain/message/template/research-names';
import { parseSegments } from '@overture/domain/message/tokens';
import { foldCase } from '@overture/domain/text/text';
import { IconBraces } from '@tabler/icons-react';
import type { LexicalEditor } from 'lexical';
import { type ReactNode, type RefObject, useState } from 'react';
import classes from './message-editor.module.css';
import { t } from './texts.ts';
import { insertCondition, insertSegments } from './tokens/editor-text.ts';
import { NEW_CONDITION } from './tokens/new-condition.ts';
import { NameWords, type OfferedName, useOfferedNames } from './tokens/previewed-lead.tsx';

/** What new options begin with, to be written over. */
const OPTIONS = '{Hi|Hello|Hey}';
const BLOCKS = { condition: t('insert_condition'), options: t('insert_options') };

/** As high as the window allows beside the button; its list scrolls. */
const IN_WINDOW: PopoverProps['middlewares'] = {
  flip: true,
  shift: { padding: 8 },
  size: {
    padding: 8,
    apply({ availableHeight, elements }) {
      elements.floating.style.setProperty('--room', `${Math.max(160, Math.floor(availableHeight))}px`);
    },
  },
};

interface VariableMenuProps {
  editor: RefObject<LexicalEditor | null>;
  label: string;
}

/** Menu of the variables and of what research found, filtered by typing; the chosen one is put where the caret is. */
export function VariableMenu({ editor, label }: VariableMenuProps) {
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
    },
  });
  function choose(chosen: string) {
    combobox.closeDropdown();
    if (editor.current === null) return;
    if (chosen === 'condition') insertCondition(editor.current, NEW_CONDITION);
    else insertSegments(editor.current, parseSegments(chosen === 'options' ? OPTIONS : `{{${chosen}}}`));
  }
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={320}
      middlewares={IN_WINDOW}
      withinPortal
      onOptionSubmit={choose}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          type="button"
          className={classes.tool}
          aria-label={label}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <IconBraces size={15} aria-hidden />
          {t('variable')}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <NameSearch combobox={combobox} typed={typed} onType={setTyped} />
        <Combobox.Options
          mah="min(420px, calc(var(--room, 70dvh) - 56px))"
          className="overflow-y-auto"
          aria-label={t('names')}
        >
          <NameGroups typed={typed} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface NameSearchProps {
  combobox: ComboboxStore;
  typed: string;
  onType: (typed: string) => void;
}

/** Escape closes the menu, not the panel around it. */
function NameSearch({ combobox, typed, onType }: NameSearchProps) {
  return (
    <Combobox.Search
      value={typed}
      placeholder={t('find_variable')}
      aria-label={t('find_variable')}
      data-mantine-stop-propagation="true"
      onChange={(event) => {
        onType(event.currentTarget.value);
        combobox.updateSelectedOptionIndex();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        combobox.closeDropdown();
        combobox.focusTarget();
      }}
    />
  );
}

/** Variables first, then blocks, then research with results; research without any comes last, under its own heading. */
function NameGroups({ typed }: { typed: string }) {
  const wanted = foldCase(typed.trim());
  const isMeant = (words: string) => foldCase(words).includes(wanted);
  const found = useOfferedNames().filter(({ name, label }) => isMeant(label) || isMeant(name));
  const blocks = Object.entries(BLOCKS).filter(([, words]) => isMeant(words));
  const research = found.filter(({ name }) => isResearchName(name));
  const unanswered = research.filter(({ isUnanswered }) => isUnanswered);
  if (found.length + blocks.length === 0) return <Combobox.Empty>{t('no_variable')}</Combobox.Empty>;
  return (
    <>
      {found.filter((name) => !research.includes(name)).map((name) => nameOption(name))}
      {blocks.map(([value, words]) => option(value, words))}
      {research.filter((name) => !unanswered.includes(name)).map((name) => nameOption(name))}
      {unanswered.length > 0 ? (
        <Combobox.Group label={t('not_researched')}>
          {unanswered.map((name) => nameOption({ ...name, isUnanswered: false }))}
        </Combobox.Group>
      ) : null}
    </>
  );
}

const nameOption = (offered: OfferedName): ReactNode => option(offered.name, <NameWords {...offered} />);

function option(value: string, words: ReactNode): ReactNode {
  return (
    <Combobox.Option key={value} value={value}>
      {words}
    </Combobox.Option>
  );
}
