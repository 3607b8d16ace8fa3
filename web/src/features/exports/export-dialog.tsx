import { SegmentedControl, Select } from '@mantine/core';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { scheduledExportsEndpoints } from '@overture/contract/scheduled-exports';
import { searchesEndpoints } from '@overture/contract/searches';
import { may } from '@overture/domain/access/permissions';
import {
  EXPORT_DELIVERIES,
  EXPORT_RHYTHMS,
  EXPORT_SUBJECTS,
  type ExportDelivery,
  type ExportRhythm,
  SCHEDULED_EXPORT_KINDS,
  type ScheduledExportKind,
} from '@overture/domain/scheduled-exports';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { scheduledExportLabel } from '../../lib/labels/organization/scheduled-export.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { t } from './texts.ts';

const formId = 'scheduled-export';
const kinds = SCHEDULED_EXPORT_KINDS.map((value) => ({ value, label: scheduledExportLabel(value) }));
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** What is being entered. Saving asks for the list or campaign that is missing. */
function useExportForm(onClose: () => void) {
  const [kind, setKind] = useState<ScheduledExportKind>('list_leads');
  const [id, setId] = useState<string | null>(null);
  const [every, setEvery] = useState<ExportRhythm>('week');
  const [hour, setHour] = useState('8');
  const [delivery, setDelivery] = useState<ExportDelivery>('email');
  const [isAsked, setAsked] = useState(false);
  const subject = EXPORT_SUBJECTS[kind];
  const lacksSubject = subject !== null && id === null;
  const create = useMutation({
    ...mutationOptions(scheduledExportsEndpoints.createScheduledExport),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('saved'));
    },
  });
  const save = () => {
    setAsked(true);
    if (lacksSubject || create.isPending) return;
    create.mutate({
      body: { kind, every, hour: Number(hour), delivery, ...(subject ? { [subject]: Number(id) } : {}) },
    });
  };
  const chooseKind = (value: string | null) => {
    setKind((value ?? kind) as ScheduledExportKind);
    setId(null);
  };
  const field = { value: id, onChange: setId, isMissing: isAsked && lacksSubject };
  return { kind, chooseKind, subject, field, every, setEvery, hour, setHour, delivery, setDelivery, create, save };
}

/** Schedules an export for the person who makes it. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const form = useExportForm(onClose);
  const { kind, chooseKind, subject, field, create, save } = form;
  const mayReadCredits = may(useUser(), 'billing');
  return (
    <FormDialog
      onClose={onClose}
      isChanged={field.value !== null}
      title={t('add')}
      problem={create.isError ? explain(create.error) : undefined}
      confirmLabel={t('save')}
      pending={create.isPending}
      confirm={{ form: formId }}
    >
      <Form id={formId} className="flex flex-col gap-5" onSubmit={save}>
        <Select
          label={t('kind')}
          data={kinds.filter(({ value }) => value !== 'credits' || mayReadCredits)}
          value={kind}
          allowDeselect={false}
          data-autofocus
          onChange={chooseKind}
        />
        {subject === 'search_id' ? <ListField {...field} /> : null}
        {subject === 'campaign_id' ? <CampaignField {...field} /> : null}
        <When {...form} />
        <Delivery {...form} />
      </Form>
    </FormDialog>
  );
}

const explain = (error: Error): string =>
  (error instanceof ApiError && error.details.delivery) || errorMessage(error, t('failed'));

type ExportForm = ReturnType<typeof useExportForm>;

function When({ every, setEvery, hour, setHour }: ExportForm) {
  return (
    <div className="grid grid-cols-1 sm:grid-cols-[1fr_120px] gap-3 items-end">
      <SegmentedControl
        aria-label={t('every')}
        data={EXPORT_RHYTHMS.map((value) => ({ value, label: t(`every_${value}`) }))}
        value={every}
        onChange={(value) => setEvery(value as ExportRhythm)}
      />
      <Select
        label={t('hour')}
        data={hours}
        value={hour}
        allowDeselect={false}
        onChange={(value) => setHour(value ?? hour)}
      />
    </div>
  );
}

function Delivery({ delivery, setDelivery }: ExportForm) {
  return (
    <div className="flex flex-col gap-1.5">
      <SegmentedControl
        aria-label={t('delivery')}
        data={EXPORT_DELIVERIES.map((value) => ({ value, label: t(`delivery_${value}`) }))}
        value={delivery}
        onChange={(value) => setDelivery(value as ExportDelivery)}
      />
      <p className="m-0 text-ink-3 text-table">{t(`delivery_${delivery}_text`)}</p>
    </div>
  );
}

interface SubjectProps {
  value: string | null;
  onChange: (id: string | null) => void;
  isMissing: boolean;
}

function ListField({ isMissing, ...field }: SubjectProps) {
  const { data } = useQuery(queryOptions(searchesEndpoints.listSearches));
  return (
    <Select
      {...field}
      label={t('list')}
      placeholder={t('list_placeholder')}
      data={(data?.searches ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      limit={50}
      searchable
      error={isMissing ? t('list_needed') : undefined}
    />
  );
}

function CampaignField({ isMissing, ...field }: SubjectProps) {
  const { data } = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  return (
    <Select
      {...field}
      label={t('campaign')}
      placeholder={t('campaign_placeholder')}
      data={(data?.campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      limit={50}
      searchable
      error={isMissing ? t('campaign_needed') : undefined}
    />
  );
}
