import type { LeadSnippet } from '@overture/contract/ai-segments';
import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { EndpointInput } from '@overture/contract/endpoint';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../message-editor.module.css';
import { t } from '../texts.ts';

type WriteInput = EndpointInput<typeof campaignStepsEndpoints.writeSnippets>;

/** True while a snippet is on its way: the preview then looks again. */
export function isAtWork({ state }: LeadSnippet): boolean {
  return state === 'wanted' || state === 'queued' || state === 'running';
}

interface PreviewSnippetsProps {
  snippets: readonly LeadSnippet[];
  /** Null for the example lead, for whom nothing is written. */
  input: WriteInput | null;
}

/** What the snippets of a message say to this lead, from where, and the button that has them written now. */
export function PreviewSnippets({ snippets, input }: PreviewSnippetsProps) {
  const client = useQueryClient();
  const write = useMutation({
    mutationFn: (wanted: WriteInput) => call(campaignStepsEndpoints.writeSnippets, wanted),
    onSuccess: () => refetch(client, campaignStepsEndpoints.previewStep),
    onError: (error) => toast.error(errorMessage(error, t('snippet_write_failed'))),
  });
  if (snippets.length === 0) return null;
  const isWanting = snippets.some(({ state }) => state === null);
  const isRepeatable = snippets.some(
    ({ state, is_outdated }) => is_outdated || state === 'failed' || state === 'no_credits',
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 py-2 px-3 rounded-control bg-violet-soft text-table">
      <ul className={classes.snippetList}>
        {snippets.map((snippet) => (
          <li key={snippet.id}>
            <IconSparkles size={15} aria-hidden />
            <SnippetLine snippet={snippet} />
          </li>
        ))}
      </ul>
      {input !== null && (isWanting || isRepeatable) ? (
        <AppButton size="small" loading={write.isPending} onClick={() => write.mutate(input)}>
          {isWanting ? t('snippet_write') : t('snippet_write_again')}
        </AppButton>
      ) : null}
    </div>
  );
}

function SnippetLine({ snippet }: { snippet: LeadSnippet }) {
  const { name, state, reason, sources } = snippet;
  if (state === null) return <span>{t('snippet_unwritten', { name })}</span>;
  if (isAtWork(snippet)) return <span role="status">{t('snippet_at_work', { name })}</span>;
  if (state !== 'written') return <span>{t('snippet_none', { name, reason: reason ?? '' })}</span>;
  if (snippet.is_outdated) return <span>{t('snippet_outdated', { name })}</span>;
  return (
    <span>
      {t('snippet_sources', { name })}{' '}
      {sources.map(({ source, title }, index) => (
        <span key={source}>
          {index > 0 ? ', ' : null}
          <a className="text-inherit underline" href={source} target="_blank" rel="noreferrer noopener nofollow">
            {title || source}
          </a>
        </span>
      ))}
    </span>
  );
}
