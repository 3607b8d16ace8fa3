import { chatChangesEndpoints } from '@overture/contract/chat-changes';
import type { ChatPreview } from '@overture/contract/chats';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { leadName } from '../../leads/index.ts';
import type { SuppressingClass } from './class-words.ts';
import { t } from './texts.ts';

interface SuppressDialogProps {
  chats: readonly ChatPreview[];
  /** The reply type that was just set. */
  name: SuppressingClass;
  onClose: () => void;
}

/** After a reply type that suppresses when the program finds it, but not when a person sets it. */
export function SuppressDialog({ chats, name, onClose }: SuppressDialogProps) {
  const [first] = chats;
  const reason = name === 'left_company' ? 'left' : 'unsubscribe';
  const suppress = useMutation({
    mutationFn: async () => {
      const ids = chats.map(({ prospect }) => prospect.id);
      let count = 0;
      for (let start = 0; start < ids.length; start += INBOX_LIMITS.suppressed_at_once) {
        const prospect_ids = ids.slice(start, start + INBOX_LIMITS.suppressed_at_once);
        count += (await call(chatChangesEndpoints.suppressChatLeads, { body: { prospect_ids, reason } }))
          .suppressed_leads;
      }
      return count;
    },
    onSuccess: (count) => {
      toast.success(count === 0 ? t('suppressed_none') : t('suppressed', { count }));
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('suppress_failed'))),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={
        first && chats.length === 1
          ? t('suppress_lead_title', { name: leadName(first.prospect) })
          : t('suppress_leads_title', { count: chats.length })
      }
      confirmLabel={t('suppress')}
      danger
      pending={suppress.isPending}
      onConfirm={() => suppress.mutate()}
    >
      {t(`suppress_${reason}`)}
    </ConfirmDialog>
  );
}
