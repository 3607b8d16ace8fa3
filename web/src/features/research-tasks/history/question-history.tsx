import { enrichmentEndpoints, type ResearchVersion } from '@overture/contract/enrichment';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { words } from '../question-texts.ts';
import { sourceLabel } from '../source-label.ts';
import { t } from '../texts.ts';
import { diffWords } from './word-diff.ts';

interface QuestionHistoryProps {
  taskId: number;
  /** Left out where the question may not be changed. */
  onRestore: ((version: ResearchVersion) => void) | undefined;
}

/** Versions of a question, the newest first: what each changed, who wrote it, and the way back to it. */
export function QuestionHistory({ taskId, onRestore }: QuestionHistoryProps) {
  const query = useQuery({
    ...queryOptions(enrichmentEndpoints.listResearchVersions, { params: { id: taskId } }),
    staleTime: 0,
  });
  const versions = query.data?.versions;
  if (query.error && versions === undefined) return queryFailure(query, { compact: true });
  if (versions === undefined) {
    return (
      <div className="flex flex-col gap-3" aria-busy>
        <Skeleton width="40%" />
        <Skeleton width="90%" />
        <Skeleton width="70%" />
      </div>
    );
  }
  return (
    <ol className="flex flex-col gap-3 m-0 p-0 list-none">
      {versions.map((version, index) => (
        <VersionRow
          key={version.version}
          version={version}
          before={versions[index + 1]}
          isCurrent={index === 0}
          onRestore={onRestore}
        />
      ))}
      {versions.length === 1 ? <li className="text-ink-3 text-table">{words('history_empty')}</li> : null}
    </ol>
  );
}

interface VersionRowProps extends Pick<QuestionHistoryProps, 'onRestore'> {
  version: ResearchVersion;
  before: ResearchVersion | undefined;
  isCurrent: boolean;
}

function VersionRow({ version, before, isCurrent, onRestore }: VersionRowProps) {
  const changes = before === undefined ? [] : listChanges(before, version);
  return (
    <li className="flex flex-col gap-1.5 p-3 border border-line rounded-control text-table">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{words('version', { version: version.version })}</span>
        <span className="text-ink-3 text-meta">
          {version.edited_by_name ?? words('someone')} · <DateText value={version.edited_at} format={formatDateTime} />
        </span>
        <span className="flex-1" />
        {isCurrent ? <span className="text-ink-3 text-meta">{words('current')}</span> : null}
        {isCurrent || onRestore === undefined ? null : (
          <AppButton
            size="small"
            aria-label={words('restore_version', { version: version.version })}
            onClick={() => onRestore(version)}
          >
            {words('restore')}
          </AppButton>
        )}
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere leading-[1.5]">
        {before === undefined ? version.prompt : <Diff former={before.prompt} present={version.prompt} />}
      </p>
      {changes.length > 0 ? (
        <ul className="m-0 p-0 list-none text-ink-2 text-meta">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Diff({ former, present }: { former: string; present: string }) {
  return diffWords(former, present).map(({ kind, text, key }) => {
    if (kind === 'same') return <span key={key}>{text}</span>;
    const Part = kind === 'former' ? 'del' : 'ins';
    const color = kind === 'former' ? 'bg-red-soft text-red' : 'bg-green-soft text-green no-underline';
    return (
      <Part key={key} className={color}>
        {text}
      </Part>
    );
  });
}

/** What changed besides the words of the question. */
function listChanges(before: ResearchVersion, after: ResearchVersion): string[] {
  const change = (field: string, from: string, to: string) =>
    from === to ? [] : [words('changed', { field, from, to })];
  const sources = ({ required_sources }: ResearchVersion) =>
    required_sources.map((source) => sourceLabel(source)).join(', ');
  const empty = ({ runs_with_empty }: ResearchVersion) => words(runs_with_empty ? 'yes' : 'no');
  return [
    ...change(t('name'), before.name, after.name),
    ...change(t('result_format'), t(before.output_type), t(after.output_type)),
    ...change(t('sources'), sources(before), sources(after)),
    ...change(words('runs_with_empty'), empty(before), empty(after)),
  ];
}
