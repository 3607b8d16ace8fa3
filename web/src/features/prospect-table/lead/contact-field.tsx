import { TextInput } from '@mantine/core';
import { type Prospect, prospectsEndpoints } from '@overture/contract/prospects';
import type { EditedField } from '@overture/domain/leads/lead-fields';
import { IconExternalLink, IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ApiError, errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../../ui/inputs/copy-button.tsx';
import classes from '../prospect-table.module.css';
import { t } from '../texts.ts';

const INPUT_MODES: Partial<Record<EditedField, 'email' | 'tel' | 'url'>> = {
  email: 'email',
  phone_number: 'tel',
  company_website: 'url',
};

interface ContactFieldProps {
  label: string;
  value: string | null;
  /** Where a click on the value goes. */
  href?: string | undefined;
  /** Field of the update call; left out, the value is only read. */
  field?: EditedField;
  /** Said under the value. */
  note?: string | undefined;
  prospectId: number;
  onSaved?: (prospect: Prospect) => void;
}

/** A labelled value with copy, link and, where it may be changed, a field in its place: Enter saves, Escape leaves it. */
export function ContactField({ label, value, href, field, note, prospectId, onSaved }: ContactFieldProps) {
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const name = label.toLowerCase();
  function close() {
    setEditing(false);
    requestAnimationFrame(() => editButton.current?.focus());
  }
  if (isEditing && field) {
    return (
      <div className={`${classes.field} flex items-start gap-3 min-h-10 py-1.5 border-b border-line`}>
        <dt className="flex-[0_0_116px] pt-0.75 text-ink-3 text-table">{label}</dt>
        <EditField
          label={label}
          value={value ?? ''}
          field={field}
          prospectId={prospectId}
          onSaved={(prospect) => {
            onSaved?.(prospect);
            close();
          }}
          onCancel={close}
        />
      </div>
    );
  }
  return (
    <div className={`${classes.field} flex items-start gap-3 min-h-10 py-1.5 border-b border-line`}>
      <dt className="flex-[0_0_116px] pt-0.75 text-ink-3 text-table">{label}</dt>
      <dd className="flex flex-1 items-start justify-between gap-2 min-w-0 m-0 pt-0.75 text-table wrap-anywhere">
        <Value value={value} href={href} note={note} />
        <span className={`${classes.tools} inline-flex flex-none gap-0.5 -my-0.75`}>
          {href?.startsWith('http') ? (
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className="grid place-items-center size-6.5 rounded-small text-ink-3 hover:bg-pressed hover:text-ink"
              aria-label={t('open', { field: label })}
            >
              <IconExternalLink size={15} aria-hidden />
            </a>
          ) : null}
          {field ? (
            <IconButton
              ref={editButton}
              size="small"
              label={value ? t('edit', { field: name }) : t('add', { field: name })}
              onClick={() => setEditing(true)}
            >
              <IconPencil size={15} aria-hidden />
            </IconButton>
          ) : null}
          {value ? <CopyButton value={value} label={t('copy', { field: name })} /> : null}
        </span>
      </dd>
    </div>
  );
}

function Value({ value, href, note }: Pick<ContactFieldProps, 'value' | 'href' | 'note'>) {
  if (!value || !href)
    return (
      <span className={value ? '' : 'text-ink-3'}>
        {value ?? (note ? '' : '–')}
        {note ? <span className="block text-ink-3">{note}</span> : null}
      </span>
    );
  return (
    <a href={href} className="truncate" target={href.startsWith('http') ? '_blank' : undefined} rel="noreferrer">
      {value}
    </a>
  );
}

interface EditFieldProps {
  label: string;
  value: string;
  field: EditedField;
  prospectId: number;
  onSaved: (prospect: Prospect) => void;
  onCancel: () => void;
}

function EditField({ label, value, field, prospectId, onSaved, onCancel }: EditFieldProps) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | undefined>();
  const save = useMutation({
    ...mutationOptions(prospectsEndpoints.updateProspect),
    onSuccess: ({ prospect }) => onSaved(prospect),
    onError: (error) =>
      setProblem((error instanceof ApiError && error.details[field]) || errorMessage(error, t('field_failed'))),
  });
  function submit() {
    if (text.trim() === value) return onCancel();
    setProblem(undefined);
    save.mutate({ params: { id: prospectId }, body: { [field]: text } });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') submit();
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
  }
  return (
    <dd className="flex-1 min-w-0 m-0">
      <TextInput
        aria-label={label}
        // Escape leaves the field, not the drawer.
        data-mantine-stop-propagation="true"
        value={text}
        error={problem}
        maxLength={2048}
        autoFocus
        autoComplete="off"
        inputMode={INPUT_MODES[field] ?? 'text'}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex justify-end gap-2 mt-2">
        <AppButton size="small" onClick={onCancel}>
          {t('cancel')}
        </AppButton>
        <AppButton size="small" kind="primary" loading={save.isPending} onClick={submit}>
          {t('save')}
        </AppButton>
      </div>
    </dd>
  );
}
