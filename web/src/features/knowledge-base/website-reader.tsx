import { knowledgeBaseEndpoints, type SuggestedField, type Suggestion } from '@overture/contract/knowledge-base';
import { isBlank } from '@overture/domain/text/text';
import { IconCheck, IconWorldSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import classes from './knowledge-base.module.css';
import { t } from './texts.ts';

interface WebsiteReaderProps {
  website: string;
  values: Record<SuggestedField, string | null>;
  onAccept: (field: SuggestedField, text: string) => void;
}

/** Reads the website and shows what its pages say, to be taken over field by field. Nothing that was written is replaced unasked. */
export function WebsiteReader({ website, values, onAccept }: WebsiteReaderProps) {
  const reading = useMutation(mutationOptions(knowledgeBaseEndpoints.readOwnWebsite));
  const open = reading.data?.suggestions.filter(({ field, text }) => values[field] !== text) ?? [];
  return (
    <section className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <AppButton
          icon={<IconWorldSearch size={16} aria-hidden />}
          disabled={isBlank(website)}
          loading={reading.isPending}
          onClick={() => reading.mutate({ body: { website_url: website.trim() } })}
        >
          {t('read_website')}
        </AppButton>
        <p role="status" className="text-ink-3 text-table">
          {reading.isPending ? t('reading') : formatStatus(reading.data, isBlank(website))}
        </p>
      </div>
      {reading.error ? (
        <p role="alert" className="text-red text-table">
          {errorMessage(reading.error, t('read_failed'))}
        </p>
      ) : null}
      {open.length > 0 ? (
        <ul className="m-0 p-0 border border-line rounded-card bg-surface list-none">
          {open.map((suggestion) => (
            <SuggestionRow
              key={suggestion.field}
              suggestion={suggestion}
              isReplacing={!isBlank(values[suggestion.field] ?? '')}
              onAccept={() => onAccept(suggestion.field, suggestion.text)}
            />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function formatStatus(
  answer: { pages_read: number; suggestions: Suggestion[] } | undefined,
  isWithoutSite: boolean,
): string {
  if (!answer) return isWithoutSite ? t('website_first') : t('read_hint');
  if (answer.suggestions.length === 0) return t('read_nothing', { count: answer.pages_read });
  return t('read_done', { count: answer.pages_read });
}

function SuggestionRow(props: { suggestion: Suggestion; isReplacing: boolean; onAccept: () => void }) {
  const { field, text, page_url, page_title } = props.suggestion;
  return (
    <li className={`${classes.suggestion} flex flex-wrap gap-3 items-start py-3 px-4`}>
      <div className={`${classes.suggestionText} grid flex-[1_1_320px] gap-0.5`}>
        <h3>{t(field)}</h3>
        <p>{text}</p>
        <a href={page_url} target="_blank" rel="noreferrer" className="text-ink-3 text-table">
          {t('from_page', { page: page_title || page_url })}
        </a>
      </div>
      <AppButton
        size="small"
        icon={<IconCheck size={14} aria-hidden />}
        aria-label={t('accept_named', { field: t(field) })}
        onClick={props.onAccept}
      >
        {props.isReplacing ? t('replace') : t('accept')}
      </AppButton>
    </li>
  );
}
