import { Checkbox, Combobox, Textarea, useCombobox } from '@mantine/core';
import { listInputs } from '@overture/domain/leads/research-inputs';
import { foldCase } from '@overture/domain/text/text';
import { IconColumnInsertRight, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import { usePolish } from '../use-polish.tsx';
import type { TaskFormState } from '../use-task-form.ts';
import { findSlash, insertName, removeName } from './slash.ts';
import { type InputColumn, useInputColumns } from './use-inputs.ts';

const maxLength = 20_000;
const GROUPS = ['research', 'custom', 'lead'] as const;

/** The question of a task. A slash opens the columns whose values it can use; those that it uses are listed below. */
export function QuestionField({ form, ownId }: { form: TaskFormState; ownId: number | undefined }) {
  const { draft, problems, change } = form;
  const columns = useInputColumns(ownId);
  const slash = useSlash(draft.prompt, columns, (prompt) => change({ prompt }));
  const { isPolishing, tools } = usePolish({
    type: 'research',
    output_type: draft.output_type,
    value: draft.prompt,
    onChange: (prompt) => change({ prompt }),
    onEmpty: (prompt) => form.setProblems({ prompt }),
  });
  return (
    <div className="flex flex-col gap-1">
      <Combobox store={slash.combobox} onOptionSubmit={slash.choose} position="bottom-start" withinPortal>
        <Combobox.Target withKeyboardNavigation={slash.isOpen} withAriaAttributes={slash.isOpen}>
          <Textarea
            ref={slash.field}
            label={t('instructions')}
            description={form.isFixed ? undefined : t('instructions_hint')}
            placeholder={t('instructions_placeholder')}
            value={draft.prompt}
            error={problems.prompt ? <span role="alert">{problems.prompt}</span> : undefined}
            readOnly={form.isFixed || isPolishing}
            data-read-only={form.isFixed || undefined}
            autosize
            minRows={4}
            maxRows={10}
            maxLength={maxLength}
            onChange={(event) => {
              change({ prompt: event.currentTarget.value });
              slash.follow(event.currentTarget);
            }}
            onKeyDown={slash.onKeyDown}
            onBlur={slash.close}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!slash.isOpen}>
          <Combobox.Options mah={240} className="overflow-y-auto" aria-label={t('columns')}>
            {GROUPS.map((group) => (
              <ColumnGroup key={group} group={group} columns={slash.found} />
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {form.isFixed ? null : (
        <div className="flex flex-wrap">
          {tools}
          <AppButton
            size="small"
            kind="quiet"
            icon={<IconColumnInsertRight size={15} aria-hidden />}
            onClick={slash.begin}
          >
            {t('insert_column')}
          </AppButton>
        </div>
      )}
      <UsedColumns form={form} columns={columns} />
    </div>
  );
}

function ColumnGroup({ group, columns }: { group: InputColumn['group']; columns: readonly InputColumn[] }) {
  const own = columns.filter((column) => column.group === group);
  if (own.length === 0) return null;
  return (
    <Combobox.Group label={t(`columns_${group}`)}>
      {own.map(({ name, label }) => (
        <Combobox.Option key={name} value={name}>
          {label}
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}

/** The columns that the question uses, each with its way out; a deleted one says so. */
function UsedColumns({ form, columns }: { form: TaskFormState; columns: readonly InputColumn[] | undefined }) {
  const { draft, change, isFixed } = form;
  const names = listInputs(draft.prompt);
  if (names.length === 0 || columns === undefined) return null;
  return (
    <div className="flex flex-col gap-2 pt-1">
      <ul className="flex flex-wrap items-center gap-1.5 m-0 p-0 list-none text-meta" aria-label={t('uses')}>
        <li className="text-ink-3" aria-hidden>
          {t('uses')}
        </li>
        {names.map((name) => {
          const label = columns.find((column) => column.name === name)?.label;
          return (
            <li
              key={name}
              className="inline-flex items-center gap-1 max-w-full py-0.5 px-2 rounded-full bg-sunken text-ink-2 data-gone:bg-red-soft data-gone:text-red"
              data-gone={label === undefined || undefined}
            >
              <span className="truncate">{label ?? t('column_deleted', { name })}</span>
              {isFixed ? null : (
                <button
                  type="button"
                  className="bare inline-flex rounded-full"
                  aria-label={t('take_out', { name: label ?? name })}
                  onClick={() => change({ prompt: removeName(draft.prompt, name) })}
                >
                  <IconX size={12} aria-hidden />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <Checkbox
        label={t('runs_with_empty')}
        description={t('runs_with_empty_hint')}
        checked={draft.runs_with_empty}
        disabled={isFixed}
        onChange={(event) => change({ runs_with_empty: event.currentTarget.checked })}
      />
    </div>
  );
}

/** The menu of columns that a slash opens in a text field. */
function useSlash(text: string, columns: readonly InputColumn[] | undefined, onChange: (text: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [slash, setSlash] = useState<{ start: number; end: number; typed: string } | null>(null);
  const wanted = foldCase(slash?.typed.trim() ?? '');
  const found = slash === null ? [] : (columns ?? []).filter(({ label }) => foldCase(label).includes(wanted));
  const isOpen = found.length > 0;
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: (opened) => (opened ? undefined : setSlash(null)) });
  const { selectFirstOption, resetSelectedOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of the options shown is chosen whenever they change.
  useEffect(() => {
    if (isOpen) selectFirstOption();
    else resetSelectedOption();
  }, [isOpen, wanted]);
  useEffect(() => {
    if (caret.current === null || field.current === null) return;
    field.current.focus();
    field.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function follow({ value, selectionStart }: HTMLTextAreaElement) {
    const next = findSlash(value, selectionStart);
    setSlash(next && { ...next, end: selectionStart });
  }
  function begin() {
    const at = field.current?.selectionStart ?? text.length;
    setSlash({ start: at, end: at, typed: '' });
    caret.current = at;
  }
  function choose(name: string) {
    if (slash === null) return;
    const written = insertName(text, name, slash.start, slash.end);
    caret.current = written.caret;
    setSlash(null);
    onChange(written.text);
  }
  function onKeyDown(event: KeyboardEvent) {
    // Escape closes the menu, not the dialog around it.
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    setSlash(null);
  }
  return { field, combobox, found, isOpen, follow, begin, choose, onKeyDown, close: () => setSlash(null) };
}
