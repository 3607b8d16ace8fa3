import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { EndpointInput } from '@overture/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';

interface OtherOutcomesProps {
  input: EndpointInput<typeof campaignStepsEndpoints.previewStep>;
  count: number;
}

/** How many versions the options of a message have, and five of them: read together they show what reads badly. */
export function OtherOutcomes({ input, count }: OtherOutcomesProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isError } = useQuery({
    ...queryOptions(campaignStepsEndpoints.previewStep, { ...input, body: { ...input.body, with_outcomes: true } }),
    enabled: isOpen,
    gcTime: 30_000,
  });
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-ink-3 text-meta">{t('others', { count: formatNumber(count) })}</p>
        <span className="flex-none">
          <AppButton size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('others_again') : t('others_show')}
          </AppButton>
        </span>
      </div>
      {isOpen && isError ? <p className="text-red text-meta">{errorMessage(error, t('others_failed'))}</p> : null}
      {isOpen && !isError && data === undefined ? <Skeleton height={120} radius={8} /> : null}
      {isOpen && data !== undefined ? (
        <ol className="flex flex-col gap-2 m-0 p-0 list-none">
          {data.others.map(({ subject_line, message }) => (
            <li
              key={`${subject_line}\n${message}`}
              className="py-2 px-3 border border-line rounded-control bg-surface text-table wrap-anywhere whitespace-pre-wrap"
            >
              {subject_line === '' ? null : <strong className="block font-medium">{subject_line}</strong>}
              {message}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
