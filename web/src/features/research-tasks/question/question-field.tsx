import { Checkbox, Combobox, Textarea } from '@mantine/core';
import { listInputs } from '@overture/domain/message/template/research-inputs';
import { IconColumnInsertRight, IconX } from '@tabler/icons-react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { words } from '../question-texts.ts';
import { t } from '../texts.ts';
import { usePolish } from '../use-polish.tsx';
import type { TaskFormState } from '../use-task-form.ts';
import { type InputColumn, useInputColumns } from './use-inputs.ts';
import { removeName, useSlash } from './use-slash.ts';

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
          <Combobox.Options mah={240} className="overflow-y-auto" aria-label={words('columns')}>
            {GROUPS.map((group) => (
              <ColumnGroup key={group} group={group} columns={slash.found} />
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {form.isFixed ? null : (
        <div className="flex flex-wrap">
          {tools}
          <InsertButton onClick={slash.begin} />
        </div>
      )}
      <UsedColumns form={form} columns={columns} />
    </div>
  );
}

/** Opens the columns for those who do not know of the slash. */
function InsertButton({ onClick }: { onClick: () => void }) {
  return (
    <AppButton size="small" kind="quiet" icon={<IconColumnInsertRight size={15} aria-hidden />} onClick={onClick}>
      {words('insert_column')}
    </AppButton>
  );
}

function ColumnGroup({ group, columns }: { group: InputColumn['group']; columns: readonly InputColumn[] }) {
  const own = columns.filter((column) => column.group === group);
  if (own.length === 0) return null;
  return (
    <Combobox.Group label={words(`columns_${group}`)}>
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
      <ul className="flex flex-wrap items-center gap-1.5 m-0 p-0 list-none text-meta" aria-label={words('uses')}>
        <li className="text-ink-3" aria-hidden>
          {words('uses')}
        </li>
        {names.map((name) => {
          const label = columns.find((column) => column.name === name)?.label;
          return (
            <li
              key={name}
              className="inline-flex items-center gap-1 max-w-full py-0.5 px-2 rounded-full bg-sunken text-ink-2 data-deleted:bg-red-soft data-deleted:text-red"
              data-deleted={label === undefined || undefined}
            >
              <span className="truncate">{label ?? words('column_deleted', { name })}</span>
              {isFixed ? null : (
                <button
                  type="button"
                  className="bare inline-flex rounded-full"
                  aria-label={words('take_out', { name: label ?? name })}
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
        label={words('runs_with_empty')}
        description={words('runs_with_empty_hint')}
        checked={draft.runs_with_empty}
        disabled={isFixed}
        onChange={(event) => change({ runs_with_empty: event.currentTarget.checked })}
      />
    </div>
  );
}
