import { TextInput } from '@mantine/core';
import { chatChangesEndpoints } from '@overture/contract/chat-changes';
import { chatsEndpoints } from '@overture/contract/chats';
import { IconPlaneDeparture, IconPlayerPause } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { formatDate } from '../../../lib/format.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import type { History } from '../history-cache.ts';
import { t } from './texts.ts';

interface AbsenceNoteProps {
  id: number;
  history: History;
  /** When the campaign resumes. */
  goesOnAt: string;
  /** False if the campaign waits because a team member has written. */
  isAway: boolean;
}

/** The lead is out of office, or a team member has written: when the campaign continues, and what else could be done. */
export function AbsenceNote({ id, history, goesOnAt, isAway }: AbsenceNoteProps) {
  const change = useChange(id);
  const [asks, setAsks] = useState<'other' | 'end' | undefined>();
  const close = () => setAsks(undefined);
  const last = history.messages.find(({ reply_class }) => reply_class?.class === 'out_of_office')?.reply_class;
  const until = last?.returns_on;
  const isEnding = !isAway && history.message_ends_campaign;
  const CauseIcon = isAway ? IconPlaneDeparture : IconPlayerPause;
  const going = change.isPending ? change.variables : undefined;
  return (
    <section
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 py-2.5 px-4 border-t border-line bg-muted text-table"
      aria-label={t(isAway ? 'label' : 'label_written')}
    >
      <CauseIcon size={16} aria-hidden className="flex-none text-ink-3" />
      <Words cause={sayCause(isAway, until)} goesOnAt={isEnding ? null : goesOnAt} />
      <span className="flex flex-wrap gap-2">
        <AppButton
          size="small"
          loading={going === 'now'}
          disabled={change.isPending}
          onClick={() => change.mutate('now')}
        >
          {t('now')}
        </AppButton>
        {isEnding ? null : (
          <AppButton size="small" disabled={change.isPending} onClick={() => setAsks('other')}>
            {t('other')}
          </AppButton>
        )}
        <AppButton size="small" kind="quiet" disabled={change.isPending} onClick={() => setAsks('end')}>
          {t('end')}
        </AppButton>
      </span>
      {asks === 'other' ? (
        <OtherDay
          isAway={isAway}
          onClose={close}
          onChoose={(day) => {
            close();
            change.mutate(day);
          }}
        />
      ) : null}
      <ConfirmDialog
        opened={asks === 'end'}
        onClose={close}
        title={t('end_title')}
        confirmLabel={t('end')}
        danger
        onConfirm={() => {
          close();
          change.mutate('never');
        }}
      >
        {t('end_text')}
      </ConfirmDialog>
    </section>
  );
}

/** @param goesOnAt null if the campaign ends instead */
function Words({ cause, goesOnAt }: { cause: string; goesOnAt: string | null }) {
  return (
    <p className="m-0 flex-1 min-w-50">
      <strong className="font-medium">{cause}</strong>{' '}
      <span className="text-ink-2">{goesOnAt === null ? t('ends') : t('resumes', { day: formatDate(goesOnAt) })}</span>
    </p>
  );
}

interface OtherDayProps {
  isAway: boolean;
  onClose: () => void;
  onChoose: (day: string) => void;
}

function OtherDay({ isAway, onClose, onChoose }: OtherDayProps) {
  const [tomorrow] = useState(() => new Date(serverNow().getTime() + 86_400_000).toISOString().slice(0, 10));
  const [day, setDay] = useState('');
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={t('other_title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form="absence-day" disabled={day < tomorrow}>
            {t('set')}
          </AppButton>
        </>
      }
    >
      <form
        id="absence-day"
        onSubmit={(event) => {
          event.preventDefault();
          if (day >= tomorrow) onChoose(day);
        }}
      >
        <TextInput
          type="date"
          data-autofocus
          label={t(isAway ? 'other_field' : 'other_field_written')}
          description={t('other_text')}
          min={tomorrow}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}

function sayCause(isAway: boolean, until: string | null | undefined): string {
  if (!isAway) return t('written');
  return until ? t('away_until', { day: dayOf(until) }) : t('away');
}

/** A day of the calendar, wherever it is read. */
const dayOf = (day: string): string => formatDate(`${day}T12:00:00Z`, 'UTC');

function useChange(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (goes_on_after: string) =>
      call(chatChangesEndpoints.setAbsence, { params: { id }, body: { goes_on_after } }),
    onSuccess: (_, after) =>
      toast.success(
        after === 'now' ? t('resumed') : after === 'never' ? t('ended') : t('moved', { day: dayOf(after) }),
      ),
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
    onSettled: () => refetch(client, chatsEndpoints.getChat, chatsEndpoints.getChatHistory),
  });
}
