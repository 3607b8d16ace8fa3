import type { ChatMessage } from '@overture/contract/chats';
import { IconArrowBackUpDouble, IconUserShare } from '@tabler/icons-react';
import type { ComposeExtras } from '../../../lib/storage.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { t } from './texts.ts';

interface ReplyToOthersProps {
  /** Whom the mail that is answered names besides its author, without mailboxes of ours. */
  others: readonly string[];
  messages: readonly ChatMessage[];
  extras: ComposeExtras;
  onChange: (next: ComposeExtras) => void;
}

/** Writes to everyone whom the last mail names, or to one of them without the lead. */
export function ReplyToOthers({ others, messages, extras, onChange }: ReplyToOthersProps) {
  const chosen = extras.cc ?? [];
  const isOn = others.every((address) => chosen.includes(address));
  const rest = chosen.filter((address) => !others.includes(address));
  const single = others.flatMap((address) => {
    const naming = messages.filter((message) => names(message, address));
    // The newest reply comes before mails of ours.
    const source = naming.find((message) => message.sent_by_prospect) ?? naming[0];
    return source ? [{ address, source }] : [];
  });
  return (
    <>
      <IconButton
        size="small"
        label={t(isOn ? 'reply_single' : 'reply_all', { count: others.length + 1 })}
        active={isOn}
        aria-pressed={isOn}
        onClick={() => onChange({ cc: isOn ? rest : [...others, ...rest] })}
      >
        <IconArrowBackUpDouble size={16} aria-hidden />
      </IconButton>
      {single.length === 0 ? null : (
        <ActionMenu
          label={t('reply_without_lead')}
          position="top-start"
          movesFocus
          entries={single.map(({ address, source }) => ({
            id: address,
            label: t('reply_only_to', { address }),
            onSelect: () =>
              onChange({
                forward: { message_id: source.id, to: [address], attachment_ids: [], as_reply: true },
                ...{ cc: [], bcc: [], subject: '' },
              }),
          }))}
        >
          <IconButton size="small" label={t('reply_without_lead')}>
            <IconUserShare size={16} aria-hidden />
          </IconButton>
        </ActionMenu>
      )}
    </>
  );
}

const names = ({ kind, delivery, from, recipients }: ChatMessage, address: string): boolean =>
  kind !== 'FORWARD' &&
  delivery === 'SENT' &&
  [...recipients.to, ...recipients.cc, ...(from === null ? [] : [from.email])].some(
    (known) => known.toLowerCase() === address.toLowerCase(),
  );
