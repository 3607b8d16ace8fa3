import type { MessageSender } from '@overture/contract/outgoing-messages';
import { labelAccountType, senderName } from '@overture/domain/accounts';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { AccountGlyph } from '../../../ui/display/account-glyph.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { t } from '../texts.ts';

interface SenderChoiceProps {
  senders: readonly MessageSender[];
  chosen: MessageSender | undefined;
  onChoose: (accountId: number) => void;
}

const line = 'flex flex-1 items-center gap-1.25 min-w-0 text-ink-3 text-meta';

/** By which channel and sender it leaves; a choice where the lead can be reached in several ways. */
export function SenderChoice({ senders, chosen, onChoose }: SenderChoiceProps) {
  if (!chosen) return <span className="flex-1" />;
  const { account, address } = chosen;
  const words = (
    <>
      <AccountGlyph type={account.account_type} size={13} />
      <span className="truncate" title={chosen.is_last ? t('sender_reason') : undefined}>
        {address === null
          ? t('answer_from', { name: senderName(account) })
          : t('answer_from_to', { name: senderName(account), address })}
      </span>
    </>
  );
  if (senders.length < 2) return <span className={line}>{words}</span>;
  return (
    <span className={line}>
      <ActionMenu
        label={t('choose_sender')}
        position="top-start"
        entries={senders.map((sender) => ({
          id: String(sender.account.id),
          label: (
            <span className="flex flex-col">
              <span>{senderName(sender.account)}</span>
              <span className="text-ink-3 text-meta">
                {sender.blocked ??
                  (sender.is_last ? t('sender_reason') : labelAccountType(sender.account.account_type))}
              </span>
            </span>
          ),
          icon:
            sender.account.id === account.id ? (
              <IconCheck size={15} aria-hidden />
            ) : (
              <AccountGlyph type={sender.account.account_type} size={15} />
            ),
          onSelect: () => onChoose(sender.account.id),
        }))}
      >
        <button
          type="button"
          className="bare inline-flex items-center gap-1.25 max-w-full min-h-6.5 px-1 rounded-control text-ink-2 cursor-pointer hover:bg-hover"
        >
          {words}
          <IconChevronDown size={13} aria-hidden className="flex-none" />
        </button>
      </ActionMenu>
    </span>
  );
}
