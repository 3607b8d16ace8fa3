import { Checkbox, Popover, Textarea } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t as cellTexts } from '../texts.ts';
import { outputFromText, parseResult, parseTruthOutput } from './parse-result.ts';
import { type OpenedCell, usePressOutside } from './result-flyout.tsx';
import { t } from './texts.ts';
import { useEditResult } from './use-edit-result.ts';

const maxLength = 20_000;

/** The result in a field over its cell: a checkbox for Yes or No, else free text. Enter saves, Escape cancels. */
export function ResultEditor(props: OpenedCell) {
  const { task, lead, leadName, answer, cell, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  const before = answer?.state === 'done' ? (parseResult(answer)?.output ?? null) : null;
  const isBoolean = task.output_type === 'BOOLEAN';
  const [text, setText] = useState(() => (before === null ? '' : String(before)));
  const [truth, setTruth] = useState(() => parseTruthOutput(before) ?? null);
  const save = useEditResult({ task, prospectId: lead.id, answer }, onClose);
  // What was typed is not thrown away by a press elsewhere: only Escape does that.
  usePressOutside([panel], () => submit(truth));

  // An untouched checkbox is no result: leaving the field saves nothing, Enter saves "No".
  function submit(boolean: boolean | null) {
    if (save.isPending) return;
    const next = isBoolean ? boolean : outputFromText(text, task.output_type);
    if (next === before || (next === null && before === null)) onClose();
    else save.mutate(next);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.shiftKey) submit(truth ?? false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const label = t('edit_label', { lead: leadName });
  return (
    <Popover
      opened
      position="bottom-start"
      offset={-(cell.current?.offsetHeight ?? 44)}
      width={Math.max(260, cell.current?.offsetWidth ?? 0)}
      closeOnClickOutside={false}
      closeOnEscape={false}
      trapFocus
      returnFocus={false}
      withRoles={false}
      withinPortal
    >
      <Popover.Target>
        <span className="absolute inset-0 pointer-events-none" />
      </Popover.Target>
      <Popover.Dropdown ref={panel} role="dialog" className="p-1.5" aria-label={label} onKeyDown={onKeyDown}>
        {isBoolean ? (
          <TruthField label={label} value={truth ?? false} isSaving={save.isPending} onChange={setTruth} />
        ) : (
          <TextField label={label} value={text} isSaving={save.isPending} onChange={setText} />
        )}
        <p className="pt-1 px-1 pb-0 text-ink-3 text-meta">{t('edit_hint')}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

interface FieldProps<Value> {
  label: string;
  value: Value;
  /** Not disabled while saving: a refused result is corrected in place, with the focus still in it. */
  isSaving: boolean;
  onChange: (value: Value) => void;
}

function TruthField({ label, value, isSaving, onChange }: FieldProps<boolean>) {
  return (
    <Checkbox
      label={cellTexts('yes')}
      aria-label={label}
      checked={value}
      aria-busy={isSaving}
      data-autofocus
      // Escape leaves the field, not the drawer around it.
      data-mantine-stop-propagation="true"
      onChange={(event) => isSaving || onChange(event.currentTarget.checked)}
    />
  );
}

function TextField({ label, value, isSaving, onChange }: FieldProps<string>) {
  return (
    <Textarea
      aria-label={label}
      value={value}
      autosize
      minRows={1}
      maxRows={10}
      maxLength={maxLength}
      readOnly={isSaving}
      data-autofocus
      // Escape leaves the field, not the drawer around it.
      data-mantine-stop-propagation="true"
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}
