import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import { explainMissing, isBroken } from '@overture/domain/message/missing-words';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { useCopyFlag } from '../flow-canvas/index.ts';
import type { Plan } from './brief-part.tsx';
import type { MessageTexts } from './cards.ts';
import { t } from './texts.ts';

export type Sample = Plan['samples'][number];

interface SampleChoiceProps {
  samples: readonly Sample[];
  chosen: Sample | null;
  onChoose: (sample: Sample | null) => void;
}

/** For which lead the messages are shown below their text: leads that differ, one of a kind. */
export function SampleChoice({ samples, chosen, onChoose }: SampleChoiceProps) {
  if (samples.length === 0) return null;
  return (
    <Select
      label={t('sample')}
      description={t('sample_text')}
      placeholder={t('sample_none')}
      clearable
      data={samples.map(({ prospect_id, name, kind }) => ({
        value: String(prospect_id),
        label: t('sample_lead', { name: name || t('sample_unnamed'), kind: t(`sample_${kind}`) }),
      }))}
      value={chosen === null ? null : String(chosen.prospect_id)}
      onChange={(id) => onChoose(samples.find(({ prospect_id }) => String(prospect_id) === id) ?? null)}
    />
  );
}

interface SamplePreviewProps {
  campaignId: number;
  stepId: number;
  texts: MessageTexts;
  sample: Sample;
}

/** A message as one lead would get it, and what that lead lacks. */
export function SamplePreview({ campaignId, stepId, texts, sample }: SamplePreviewProps) {
  const [{ subject_line, message }] = useDebouncedValue(texts, 350);
  const body = { prospect_id: sample.prospect_id, variant: 'a' as const, subject_line, message, ...useCopyFlag() };
  const preview = useQuery({
    ...queryOptions(campaignStepsEndpoints.previewStep, { params: { id: campaignId, stepId }, body }),
    enabled: message.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  });
  if (preview.isError) return <p className="text-red text-meta">{errorMessage(preview.error, t('sample_failed'))}</p>;
  if (!preview.data) return message.trim() === '' ? null : <Skeleton height={96} radius={8} />;
  const lacks = preview.data.missing.filter((name) => !isBroken(name));
  return (
    <section
      aria-label={t('sample_preview', { name: sample.name || t('sample_unnamed') })}
      className="flex flex-col gap-2 py-2 px-3 border border-line rounded-control text-table data-stale:opacity-70"
      data-stale={preview.isPlaceholderData || undefined}
    >
      {lacks.length > 0 ? (
        <p className="flex gap-1.5 text-amber" role="status">
          <IconAlertTriangle size={16} className="flex-none mt-px" aria-hidden />
          {explainMissing(lacks)}
        </p>
      ) : null}
      {preview.data.subject_line === '' ? null : (
        <p className="font-semibold wrap-anywhere">{preview.data.subject_line}</p>
      )}
      <p className="whitespace-pre-wrap wrap-anywhere">{preview.data.message}</p>
    </section>
  );
}
