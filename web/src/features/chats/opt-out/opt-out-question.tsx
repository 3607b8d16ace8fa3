import { chatChangesEndpoints } from '@overture/contract/chat-changes';
import { chatsEndpoints, type OptOutWriter } from '@overture/contract/chats';
import { IconHandStop } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

interface OptOutQuestionProps {
  id: number;
  from: OptOutWriter;
}

/** A message that may be an opt-out, without a sure rule: the user decides with one press. */
export function OptOutQuestion({ id, from: { name, email } }: OptOutQuestionProps) {
  const answer = useAnswer(id);
  const going = answer.isPending ? answer.variables : undefined;
  return (
    <section
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 py-2.5 px-4 border-t border-line bg-muted text-table"
      aria-label={t('label')}
    >
      <IconHandStop size={16} aria-hidden className="flex-none text-ink-3" />
      <p className="m-0 flex-1 min-w-50">
        <strong className="font-medium">{t('question')}</strong>{' '}
        <span className="text-ink-2 wrap-anywhere">
          {t('because', { name: name && email ? `${name} (${email})` : (name ?? email ?? t('lead')) })}
        </span>
      </p>
      <span className="flex flex-wrap gap-2">
        <AppButton
          size="small"
          loading={going === true}
          disabled={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          {t('yes')}
        </AppButton>
        <AppButton
          size="small"
          kind="quiet"
          loading={going === false}
          disabled={answer.isPending}
          onClick={() => answer.mutate(false)}
        >
          {t('no')}
        </AppButton>
      </span>
    </section>
  );
}

function useAnswer(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wants_out: boolean) =>
      call(chatChangesEndpoints.answerOptOut, { params: { id }, body: { wants_out } }),
    onSuccess: (_, wantsOut) => toast.success(wantsOut ? t('stopped') : t('dismissed')),
    // Also if a teammate was faster: their decision is shown then.
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
    onSettled: () => refetch(client, chatsEndpoints.getChat, chatsEndpoints.getChatHistory, chatsEndpoints.listChats),
  });
}
