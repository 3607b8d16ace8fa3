import { TextInput } from '@mantine/core';
import type { Prospect } from '@overture/contract/prospects';
import type { EditedField } from '@overture/domain/leads/lead-fields';
import { IconExternalLink } from '@tabler/icons-react';
import { withinSentence } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/inputs/copy-button.tsx';
import { EditableValue, ValueEditor } from '../../custom-columns/index.ts';
import classes from '../prospect-table.module.css';
import { t } from './texts.ts';

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

/** A labelled value with copy, link and, where it may be changed, an editor in its place. */
export function ContactField({ label, value, href, field, note, prospectId, onSaved }: ContactFieldProps) {
  const name = withinSentence(label);
  return (
    <EditableValue
      label={label}
      className={classes.field ?? ''}
      editLabel={field && (value ? t('edit', { field: name }) : t('add', { field: name }))}
      editor={(close) =>
        field ? (
          <ValueEditor
            prospectId={prospectId}
            label={label}
            before={value ?? ''}
            change={(text) => ({ [field]: text })}
            refusedField={field}
            failed={t('field_failed')}
            onSaved={(prospect) => onSaved?.(prospect)}
            onClose={close}
          >
            {(shared, onChange) => (
              <TextInput
                {...shared}
                maxLength={2048}
                inputMode={INPUT_MODES[field] ?? 'text'}
                onChange={(event) => onChange(event.currentTarget.value)}
              />
            )}
          </ValueEditor>
        ) : null
      }
    >
      {(editButton) => (
        <>
          <Value value={value} href={href} note={note} />
          <span className={`${classes.tools} inline-flex flex-none gap-0.5 -my-0.75`}>
            {href?.startsWith('http') ? <OpenLink href={href} label={label} /> : null}
            {editButton}
            {value ? <CopyButton value={value} label={t('copy', { field: name })} /> : null}
          </span>
        </>
      )}
    </EditableValue>
  );
}

function OpenLink({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="grid place-items-center size-6.5 rounded-small text-ink-3 hover:bg-pressed hover:text-ink"
      aria-label={t('open', { field: label })}
    >
      <IconExternalLink size={15} aria-hidden />
    </a>
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
