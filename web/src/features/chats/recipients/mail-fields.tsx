import { TagsInput, TextInput } from '@mantine/core';
import { CHARACTER_LIMITS, INBOX_LIMITS } from '@overture/domain/limits';
import { type KeyboardEvent, useState } from 'react';
import type { ComposeExtras } from '../../../lib/storage.ts';
import { t } from './texts.ts';

interface MailFieldsProps {
  extras: ComposeExtras;
  onChange: (next: ComposeExtras) => void;
  /** A mail that begins a conversation needs one. */
  asksSubject: boolean;
  showsCopies: boolean;
}

const isAddress = (text: string): boolean => /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,190}$/.test(text);

/** Subject and copies of a mail. */
export function MailFields({ extras, onChange, asksSubject, showsCopies }: MailFieldsProps) {
  return (
    <>
      {asksSubject ? (
        <TextInput
          className="mb-2"
          aria-label={t('subject')}
          placeholder={t('subject')}
          value={extras.subject ?? ''}
          maxLength={CHARACTER_LIMITS.subject}
          onKeyDown={preventSending}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
      ) : null}
      {showsCopies ? (
        <div className="flex flex-col gap-1.5 mb-2">
          <AddressField label={t('cc')} addresses={extras.cc ?? []} onChange={(cc) => onChange({ cc })} />
          <AddressField label={t('bcc')} addresses={extras.bcc ?? []} onChange={(bcc) => onChange({ bcc })} />
        </div>
      ) : null}
    </>
  );
}

/** Enter in a field beside the text ends an address and sends nothing. */
export function preventSending(event: KeyboardEvent) {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
}

interface AddressFieldProps {
  label: string;
  addresses: readonly string[];
  /** Takes the focus while it is empty. */
  focuses?: boolean;
  onChange: (addresses: string[]) => void;
}

/** Addresses as chips: a comma, a space or Enter ends one, Backspace removes the last. Several can be pasted. */
export function AddressField({ label, addresses, focuses = false, onChange }: AddressFieldProps) {
  const [refused, setRefused] = useState<string | undefined>();
  const room = INBOX_LIMITS.cc;
  return (
    <TagsInput
      aria-label={label}
      autoFocus={focuses && addresses.length === 0}
      placeholder={addresses.length > 0 ? '' : t('addresses_placeholder')}
      leftSection={<span className="text-ink-3 text-meta">{label}</span>}
      leftSectionWidth={44}
      leftSectionPointerEvents="none"
      classNames={{ input: 'max-h-24 overflow-y-auto' }}
      value={[...addresses]}
      maxTags={room}
      acceptValueOnBlur
      splitChars={[',', ';', ' ', '\n']}
      onKeyDown={(event) => {
        if (event.currentTarget.value.trim() === '') preventSending(event);
      }}
      error={refused === undefined ? undefined : t('cc_wrong', { address: refused })}
      onChange={(given) => {
        const typed = given.map((address) => address.trim());
        setRefused(typed.find((address) => !isAddress(address)));
        onChange(typed.filter(isAddress).slice(0, room));
      }}
    />
  );
}
