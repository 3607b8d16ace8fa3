import { type AutomationBody, type AutomationPreview, automationsEndpoints } from '@overture/contract/automations';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { formatAgo, formatNumber } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { actionWords } from './automation-words.ts';
import { t } from './texts.ts';

/** What the automation would have done in the last 30 days. Null: it is not complete yet. */
export function Preview({ body }: { body: AutomationBody | null }) {
  const preview = useMutation(mutationOptions(automationsEndpoints.previewAutomation));
  const { data } = preview;
  return (
    <section className="flex flex-col gap-3" aria-live="polite">
      <div>
        <AppButton
          loading={preview.isPending}
          disabled={body === null}
          onClick={() => body && preview.mutate({ body })}
        >
          {t('preview')}
        </AppButton>
      </div>
      {preview.error ? (
        <p className="m-0 text-red text-table">{errorMessage(preview.error, t('preview_failed'))}</p>
      ) : null}
      {data ? <PreviewResult preview={data} /> : null}
    </section>
  );
}

/** How many events fit, and examples of what would have been done. */
export function PreviewResult({ preview }: { preview: AutomationPreview }) {
  const { events, is_cut, examples } = preview;
  return (
    <>
      <h3 className="m-0 text-table">{t('preview_title')}</h3>
      <p className="m-0 text-ink-2 text-table">
        {describe(preview)} {is_cut && events > 0 ? t('preview_cut', { count: events }) : null}
      </p>
      <ul className="flex flex-col m-0 p-0 list-none">
        {examples.map(({ occurred_at, lead, texts, sentences }) => (
          <li key={`${occurred_at} ${lead?.id ?? ''}`} className="py-2 border-b border-line text-table">
            <span className="flex justify-between gap-3">
              <span className="truncate">{lead?.name ?? ''}</span>
              <span className="text-ink-3 text-meta whitespace-nowrap">
                <DateText value={occurred_at} format={formatAgo} />
              </span>
            </span>
            <span className="text-ink-3 wrap-anywhere">
              {actionWords({ action_texts: texts, action_sentences: sentences })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function describe({ matched, events, is_cut }: AutomationPreview): string {
  if (events === 0 && is_cut) return t('preview_slow');
  if (matched === 0) return t('preview_none');
  return t('preview_counts', { matched: formatNumber(matched), events: formatNumber(events) });
}
