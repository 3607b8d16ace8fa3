import { TextInput } from '@mantine/core';
import { isSafeLink } from '@overture/domain/text/safe-link';
import { type FormEvent, useState } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** Escape closes the form, not the panel behind it. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };

interface LinkFieldsProps {
  /** The text is null where words are selected already. */
  value: { text: string | null; url: string };
  /** Label of the button. */
  action: string;
  onSave: (link: { text: string; url: string }) => void;
}

/** Text and address of a link. */
export function LinkFields({ value, action, onSave }: LinkFieldsProps) {
  const [text, setText] = useState(value.text === value.url ? '' : (value.text ?? ''));
  const [url, setUrl] = useState(value.url);
  const [problem, setProblem] = useState<string | undefined>();
  function save(event: FormEvent) {
    // The field around it takes no Enter of this form for its own.
    event.preventDefault();
    event.stopPropagation();
    const typed = url.trim();
    const address = /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`;
    if (typed === '' || !isSafeLink(address)) return setProblem(t('link_wrong'));
    onSave({ text: text.trim() || address, url: address });
  }
  return (
    <form className="flex flex-col gap-3 w-[260px] p-2" noValidate onSubmit={save}>
      {value.text === null ? null : (
        <TextInput
          label={t('link_text')}
          value={text}
          maxLength={200}
          {...ownEscape}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={t('link_url')}
        placeholder="https://"
        value={url}
        error={problem}
        maxLength={2048}
        inputMode="url"
        {...ownEscape}
        {...(value.text === null ? { 'data-autofocus': true } : {})}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <AppButton kind="primary" size="small" type="submit" {...ownEscape}>
        {action}
      </AppButton>
    </form>
  );
}
