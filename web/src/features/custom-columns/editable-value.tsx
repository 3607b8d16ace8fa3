import { Textarea } from '@mantine/core';
import type { EndpointInput } from '@overture/contract/endpoint';
import { type Prospect, prospectsEndpoints } from '@overture/contract/prospects';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { ApiError, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useUnsavedText } from '../../ui/forms/discard-guard.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

interface EditableValueProps {
  label: string;
  className?: string;
  /** Label of the button that opens the editor; undefined for a value that is only shown. */
  editLabel: string | undefined;
  editor: (close: () => void) => ReactNode;
  /** The value as shown, with the button in its place. */
  children: (editButton: ReactNode) => ReactNode;
}

/** A labelled value of a lead with an editor in its place. Closing returns the focus to the button. */
export function EditableValue({ label, className = '', editLabel, editor, children }: EditableValueProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function close() {
    setEditing(false);
    requestAnimationFrame(() => button.current?.focus());
  }
  const editButton = editLabel ? (
    <IconButton ref={button} size="small" label={editLabel} onClick={() => setEditing(true)}>
      <IconPencil size={15} aria-hidden />
    </IconButton>
  ) : null;
  return (
    <div className={`${className} flex items-start gap-3 min-h-10 py-1.5 border-b border-line`}>
      <dt className="flex-[0_0_116px] pt-0.75 text-ink-3 text-table wrap-anywhere">{label}</dt>
      {isEditing ? (
        editor(close)
      ) : (
        <dd className="flex flex-1 items-start justify-between gap-2 min-w-0 m-0 pt-0.75 text-table wrap-anywhere">
          {children(editButton)}
        </dd>
      )}
    </div>
  );
}

type Change = NonNullable<EndpointInput<typeof prospectsEndpoints.updateProspect>['body']>;

/** What every input of an editor needs. */
export interface ValueField {
  'aria-label': string;
  'data-mantine-stop-propagation': 'true';
  value: string;
  error: string | undefined;
  autoFocus: true;
  autoComplete: 'off';
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Escape closes the editor, not the drawer. */
const FIELD = { 'data-mantine-stop-propagation': 'true', autoFocus: true, autoComplete: 'off' } as const;

interface ValueEditorProps {
  prospectId: number;
  label: string;
  before: string;
  /** The field of the call that holds the text, and the one its refusal names. */
  change: (text: string) => Change;
  refusedField: string;
  failed: string;
  /** Shift and Enter begin a new line. */
  hasLines?: boolean;
  onSaved: (lead: Prospect) => void;
  onClose: () => void;
  children: (field: ValueField, onChange: (text: string) => void) => ReactNode;
}

/** Edits one value of a lead: Enter saves, Escape closes. */
export function ValueEditor(props: ValueEditorProps) {
  const {
    prospectId,
    label,
    before,
    change,
    refusedField,
    failed,
    hasLines = false,
    onSaved,
    onClose,
    children,
  } = props;
  const [text, setText] = useState(before);
  const [problem, setProblem] = useState<string | undefined>();
  const save = useMutation({
    ...mutationOptions(prospectsEndpoints.updateProspect),
    onSuccess: ({ prospect }) => {
      onSaved(prospect);
      onClose();
    },
    onError: (error) =>
      setProblem((error instanceof ApiError && error.details[refusedField]) || errorMessage(error, failed)),
  });
  useUnsavedText(text !== before && !save.isSuccess);
  function submit() {
    if (text.trim() === before) return onClose();
    setProblem(undefined);
    save.mutate({ params: { id: prospectId }, body: change(text) });
  }
  function onKeyDown(event: KeyboardEvent) {
    const isBreak = event.key === 'Enter' && event.shiftKey && hasLines;
    if (event.key === 'Enter' && !isBreak) submit();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  }
  const field: ValueField = { ...FIELD, 'aria-label': label, value: text, error: problem, onKeyDown };
  return (
    <dd className="flex-1 min-w-0 m-0">
      {children(field, setText)}
      <div className="flex justify-end gap-2 mt-2">
        <AppButton size="small" onClick={onClose}>
          {t('cancel')}
        </AppButton>
        <AppButton size="small" kind="primary" loading={save.isPending} onClick={submit}>
          {t('save')}
        </AppButton>
      </div>
    </dd>
  );
}

interface LinesInputProps {
  field: ValueField;
  maxLength: number;
  onChange: (text: string) => void;
}

/** A value of several lines; its editor guards what is typed. */
export function LinesInput({ field, maxLength, onChange }: LinesInputProps) {
  return (
    <Textarea
      {...field}
      maxLength={maxLength}
      autosize
      minRows={1}
      maxRows={8}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
