import { type ChatAccount, chatsEndpoints } from '@overture/contract/chats';
import { messagingEndpoints } from '@overture/contract/messaging';
import { outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { isMessagingAccount, labelAccountType, senderName } from '@overture/domain/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, refetch } from '../../../lib/api/api-client.ts';
import { AccountGlyph } from '../../../ui/display/account-glyph.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { chatKey } from '../chats-cache.ts';
import { removeMessages } from '../history-cache.ts';
import { t } from './texts.ts';

interface LinkedPeopleProps {
  prospectId: number;
  name: string;
  accounts: readonly ChatAccount[];
}

/** Messaging accounts linked to this lead, each with a way to unlink it. */
export function LinkedPeople({ prospectId, name, accounts }: LinkedPeopleProps) {
  const [chosen, setChosen] = useState<ChatAccount>();
  const linked = accounts.filter(({ account_type }) => isMessagingAccount(account_type));
  if (linked.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h4 className="text-ink-3 text-meta font-medium">{t('linked_accounts')}</h4>
      <ul className="flex flex-col m-0 p-0 list-none">
        {linked.map((account) => (
          <li key={account.id} className="flex items-center gap-2 min-h-9 text-table">
            <AccountGlyph type={account.account_type} size={15} />
            <span className="flex-1 min-w-0 truncate">
              {labelAccountType(account.account_type)} · {senderName(account)}
            </span>
            <AppButton size="small" kind="quiet" onClick={() => setChosen(account)}>
              {t('unlink', { name })}
            </AppButton>
          </li>
        ))}
      </ul>
      {chosen ? (
        <UnlinkDialog prospectId={prospectId} name={name} account={chosen} onClose={() => setChosen(undefined)} />
      ) : null}
    </section>
  );
}

interface UnlinkProps extends Omit<LinkedPeopleProps, 'accounts'> {
  account: ChatAccount;
  onClose: () => void;
}

function UnlinkDialog({ prospectId, name, account, onClose }: UnlinkProps) {
  const client = useQueryClient();
  const unlink = useMutation({
    ...mutationOptions(messagingEndpoints.unlinkMessagingPerson),
    onSuccess: ({ messages }) => {
      toast.success(t('unlinked', { count: messages }));
      removeMessages(client, prospectId, account.id);
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
    onSettled: async () => {
      void client.invalidateQueries({ queryKey: chatKey(prospectId) });
      await refetch(
        client,
        messagingEndpoints.listMessagingPeople,
        chatsEndpoints.listChats,
        outgoingMessagesEndpoints.listAnswerSenders,
      );
    },
  });
  const channel = labelAccountType(account.account_type);
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t('unlink_title', { name, channel })}
      confirmLabel={t('unlink_confirm')}
      pending={unlink.isPending}
      onConfirm={() => unlink.mutate({ params: { id: prospectId }, body: { account_id: account.id } })}
    >
      <p className="m-0">{t('unlink_text', { channel })}</p>
      <p className="mt-2 mb-0">{t('unlink_stays', { name })}</p>
    </ConfirmDialog>
  );
}
