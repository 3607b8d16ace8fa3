import { TagsInput, TextInput } from '@mantine/core';
import { CHARACTER_LIMITS, INBOX_LIMITS } from '@overture/domain/limits';
import { useState } from 'react';
import type { ComposeExtras } from '../../../lib/storage.ts';
import { t } from '../texts.ts';

interface MailFieldsProps {
  extras: ComposeExtras;
  onChange: (next: ComposeExtras) => void;
  /** A mail that begins a conversation needs one. */
  asksSubject: boolean;
  showsCc: boolean;
}

const isAddress = (text: string): boolean => /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,190}$/.test(text);

/** Subject and copies of a mail. */
export function MailFields({ extras, onChange, asksSubject, showsCc }: MailFieldsProps) {
  const [refused, setRefused] = useState<string | undefined>();
  return (
    <>
      {asksSubject ? (
        <TextInput
          className="mb-2"
          aria-label={t('subject')}
          placeholder={t('subject')}
          value={extras.subject ?? ''}
          maxLength={CHARACTER_LIMITS.subject}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
      ) : null}
      {showsCc ? (
        <TagsInput
          className="mb-2"
          aria-label={t('cc')}
          placeholder={extras.cc?.length ? '' : t('cc_placeholder')}
          value={extras.cc ?? []}
          maxTags={INBOX_LIMITS.cc}
          acceptValueOnBlur
          splitChars={[',', ';', ' ']}
          error={refused === undefined ? undefined : t('cc_wrong', { address: refused })}
          onChange={(addresses) => {
            const wrong = addresses.find((address) => !isAddress(address.trim()));
            setRefused(wrong);
            onChange({ cc: addresses.map((address) => address.trim()).filter(isAddress) });
          }}
        />
      ) : null}
    </>
  );
}
