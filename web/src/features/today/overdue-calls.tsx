import { callsEndpoints } from '@overture/contract/calls';
import { IconClockExclamation } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

type Choice = 'today' | 'tomorrow' | 'skip';

/** Calls of days that are over: one question for all of them. They hold up no other lead. */
export function OverdueCalls({ count, timezone }: { count: number; timezone: string }) {
  const [isAsking, setAsking] = useState(false);
  const settle = useMutation(mutationOptions(callsEndpoints.settleOverdueCalls));
  function decide(choice: Choice) {
    settle.mutate(
      { body: { choice, timezone } },
      {
        onSuccess: ({ amount }) => toast.success(t('overdue_done', { count: amount })),
        onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
        onSettled: () => setAsking(false),
      },
    );
  }
  return (
    <section
      className="flex flex-wrap items-center gap-2 mx-gutter mb-3 px-3 py-2 rounded-control bg-amber-soft text-amber text-table"
      role="status"
    >
      <IconClockExclamation className="flex-none" size={18} aria-hidden />
      <span className="flex-[1_1_160px]">{t('overdue_calls', { count })}</span>
      <AppButton size="small" disabled={settle.isPending} onClick={() => decide('today')}>
        {t('overdue_today')}
      </AppButton>
      <AppButton size="small" disabled={settle.isPending} onClick={() => decide('tomorrow')}>
        {t('overdue_tomorrow')}
      </AppButton>
      <AppButton size="small" disabled={settle.isPending} onClick={() => setAsking(true)}>
        {t('overdue_skip')}
      </AppButton>
      <ConfirmDialog
        opened={isAsking}
        title={t('overdue_skip_title')}
        confirmLabel={t('overdue_skip')}
        pending={settle.isPending}
        onConfirm={() => decide('skip')}
        onClose={() => setAsking(false)}
      >
        {t('overdue_skip_text')}
      </ConfirmDialog>
    </section>
  );
}
