import { TextInput } from '@mantine/core';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ClipboardEvent } from 'react';
import type { FormErrors } from '../../lib/api/form-schema.ts';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

const most = TENANT_LIMITS.invitations_per_call;

interface EmailFieldsProps {
  emails: string[];
  errors: FormErrors;
  onChange: (emails: string[]) => void;
}

/** Email addresses, one a field. A pasted list fills as many fields as it has addresses. */
export function EmailFields({ emails, errors, onChange }: EmailFieldsProps) {
  const replace = (index: number, ...texts: string[]) =>
    onChange([...emails.slice(0, index), ...texts, ...emails.slice(index + 1)].slice(0, most));
  function paste(event: ClipboardEvent, index: number) {
    const parts = event.clipboardData
      .getData('text')
      .split(/[\s,;]+/)
      .filter(Boolean);
    if (parts.length < 2) return;
    event.preventDefault();
    replace(index, ...parts);
  }
  return (
    <div className="grid gap-3 justify-items-start">
      {emails.map((email, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place; the texts move through it.
        <div key={index} className="flex items-center gap-2 min-w-0 w-full">
          <TextInput
            className="flex-1"
            type="email"
            aria-label={t('email_number', { number: index + 1 })}
            placeholder={t('email_placeholder')}
            autoComplete="off"
            maxLength={254}
            value={email}
            error={errors[`emails.${index}`]}
            data-autofocus={index === 0 || undefined}
            autoFocus={index > 0 && index === emails.length - 1}
            onChange={(event) => replace(index, event.currentTarget.value)}
            onPaste={(event) => paste(event, index)}
          />
          {emails.length > 1 ? (
            <IconButton label={t('remove_number', { number: index + 1 })} onClick={() => replace(index)}>
              <IconX size={16} aria-hidden />
            </IconButton>
          ) : null}
        </div>
      ))}
      {emails.length < most ? (
        <AppButton
          kind="quiet"
          size="small"
          icon={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...emails, ''])}
        >
          {t('add_another')}
        </AppButton>
      ) : null}
    </div>
  );
}
