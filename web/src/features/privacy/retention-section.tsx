import { NumberInput } from '@mantine/core';
import { retentionEndpoints } from '@overture/contract/retention';
import {
  RETENTION_KINDS,
  RETENTION_MONTHS,
  type RetentionKind,
  SUGGESTED_MONTHS,
} from '@overture/domain/organization/retention';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { t } from './texts.ts';

type Periods = Record<RetentionKind, number | null>;

/** How long leads and conversations are kept. Empty keeps them. */
export function RetentionSection() {
  const stored = useQuery(queryOptions(retentionEndpoints.getRetention));
  const { data } = stored;
  return (
    <PrivacySection
      id="privacy-retention"
      title={t('retention')}
      text={t('retention_text')}
      query={stored}
      fallback={t('retention_failed')}
    >
      {data ? <PeriodsForm key={JSON.stringify(data)} stored={data} ranAt={data.ran_at} /> : null}
    </PrivacySection>
  );
}

function PeriodsForm({ stored, ranAt }: { stored: Periods; ranAt: string | null }) {
  const [periods, setPeriods] = useState<Periods>(() => pickPeriods(stored));
  const [isAsking, setAsking] = useState(false);
  const isChanged = RETENTION_KINDS.some((kind) => periods[kind] !== stored[kind]);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) setAsking(true);
      }}
    >
      {RETENTION_KINDS.map((kind) => (
        <NumberInput
          key={kind}
          className="max-w-[420px]"
          label={t(kind)}
          suffix={t('months')}
          placeholder={t('kept', { months: SUGGESTED_MONTHS[kind] })}
          min={RETENTION_MONTHS.min}
          max={RETENTION_MONTHS.max}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="blur"
          value={periods[kind] ?? ''}
          onChange={(value) => setPeriods((before) => ({ ...before, [kind]: value === '' ? null : Number(value) }))}
        />
      ))}
      <div className="flex items-center gap-3">
        <AppButton kind="primary" type="submit" disabled={!isChanged}>
          {t('retention_save')}
        </AppButton>
        {ranAt === null ? null : (
          <span className="text-ink-3 text-meta">{t('retention_ran', { date: formatDate(ranAt) })}</span>
        )}
      </div>
      {isAsking ? <SaveDialog periods={periods} onClose={() => setAsking(false)} /> : null}
    </form>
  );
}

const pickPeriods = ({ never_contacted_months, no_reply_months, messages_months }: Periods): Periods => ({
  never_contacted_months,
  no_reply_months,
  messages_months,
});

/** What the periods delete today, before they are saved. */
function SaveDialog({ periods, onClose }: { periods: Periods; onClose: () => void }) {
  const query = Object.fromEntries(Object.entries(periods).filter(([, months]) => months !== null));
  const preview = useQuery(queryOptions(retentionEndpoints.previewRetention, { query }));
  const save = useMutation({
    ...mutationOptions(retentionEndpoints.changeRetention),
    onSuccess: () => {
      onClose();
      toast.success(t('retention_saved'));
    },
    onError: (error) => toast.error(errorMessage(error, t('retention_save_failed'))),
  });
  const { data } = preview;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('retention_title')}
      confirmLabel={t('retention_save')}
      danger
      pending={save.isPending}
      disabled={data === undefined}
      onConfirm={() => save.mutate({ body: periods })}
    >
      <p className="m-0">
        {data
          ? t('retention_preview', {
              unused: formatNumber(data.never_contacted_months),
              silent: formatNumber(data.no_reply_months),
              chats: formatNumber(data.messages_months),
            })
          : preview.isError
            ? errorMessage(preview.error, t('retention_failed'))
            : t('retention_counting')}
      </p>
      <p className="m-0 mt-3">{t('retention_final')}</p>
    </ConfirmDialog>
  );
}
