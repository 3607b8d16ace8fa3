import { TextInput } from '@mantine/core';
import type { ChatMessage } from '@overture/contract/chats';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { forwardSubject } from '@overture/domain/message/threading';
import { IconArrowForwardUp, IconPaperclip, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../../lib/format.ts';
import type { ComposeExtras } from '../../../lib/storage.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { AddressField, preventSending } from './mail-fields.tsx';
import { t } from './texts.ts';

type Forward = NonNullable<ComposeExtras['forward']>;

interface ForwardFieldsProps {
  forward: Forward;
  extras: ComposeExtras;
  /** The mail that is sent on; undefined where it is too old to be on screen. */
  source: ChatMessage | undefined;
  onChange: (next: ComposeExtras) => void;
}

/** To whom a mail is sent on, and with which of its files. */
export function ForwardFields({ forward, extras, source, onChange }: ForwardFieldsProps) {
  const change = (next: Partial<Forward>) => onChange({ forward: { ...forward, ...next } });
  const isReply = forward.as_reply === true;
  return (
    <section className="flex flex-col gap-1.5 mb-2" aria-label={t(isReply ? 'reply_without_lead' : 'forwarding')}>
      <div className="flex items-center gap-1.5 text-ink-3 text-meta">
        <IconArrowForwardUp size={15} aria-hidden />
        <span className="flex-1 min-w-0">{t(isReply ? 'reply_without_lead_text' : 'forwarding_text')}</span>
        <IconButton
          size="small"
          label={t(isReply ? 'reply_to_lead' : 'forward_cancel')}
          onClick={() => onChange({ forward: null, cc: [], bcc: [], subject: '' })}
        >
          <IconX size={15} aria-hidden />
        </IconButton>
      </div>
      <AddressField label={t('to')} addresses={forward.to} focuses onChange={(to) => change({ to })} />
      <AddressField label={t('cc')} addresses={extras.cc ?? []} onChange={(cc) => onChange({ cc })} />
      <AddressField label={t('bcc')} addresses={extras.bcc ?? []} onChange={(bcc) => onChange({ bcc })} />
      {isReply ? null : (
        <TextInput
          aria-label={t('subject')}
          placeholder={source ? forwardSubject(source.subject_line ?? '') : t('subject')}
          value={extras.subject ?? ''}
          maxLength={CHARACTER_LIMITS.subject}
          onKeyDown={preventSending}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
      )}
      {source ? <ForwardedFiles forward={forward} source={source} onChange={change} /> : null}
    </section>
  );
}

interface ForwardedFilesProps {
  forward: Forward;
  source: ChatMessage;
  onChange: (next: Partial<Forward>) => void;
}

function ForwardedFiles({ forward, source, onChange }: ForwardedFilesProps) {
  const kept = source.attachments.filter(({ id }) => forward.attachment_ids?.includes(id) ?? true);
  if (kept.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5 m-0 p-0 list-none" aria-label={t('forwarded_files')}>
      {kept.map((file) => (
        <li
          key={file.id}
          className="flex items-center gap-1.5 max-w-full h-7.5 ps-2 border border-line rounded-control bg-surface text-table"
        >
          <IconPaperclip size={14} aria-hidden className="flex-none text-ink-3" />
          <span className="truncate">{file.name}</span>
          <span className="text-ink-3 text-meta whitespace-nowrap number">{formatBytes(file.size)}</span>
          <IconButton
            size="small"
            label={t('remove_file', { name: file.name })}
            onClick={() => onChange({ attachment_ids: kept.flatMap(({ id }) => (id === file.id ? [] : [id])) })}
          >
            <IconX size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
