import type { ImportTrial } from '@overture/contract/searches';
import { LEAD_FIELDS, type LeadFieldId } from '@overture/domain/leads/lead-fields';
import { cutText } from '@overture/domain/text/text-bounds';
import { formatNumber } from '../../../lib/format.ts';
import { leadFieldLabel } from '../../../lib/labels/lead/lead-field.ts';
import { useCustomColumns } from '../../custom-columns/index.ts';
import { t } from './texts.ts';

type Group = ImportTrial['groups'][number];

const CUSTOM = 'custom.';
const VALUE_MAX = 60;
const fieldOf = new Map(
  (Object.keys(LEAD_FIELDS) as LeadFieldId[]).flatMap((id) => {
    const facts = LEAD_FIELDS[id];
    return 'column' in facts ? [[facts.column as string, id] as const] : [];
  }),
);

/** What the import would do, in groups that open to their first leads and rows. */
export function TrialResult({ trial }: { trial: ImportTrial }) {
  const { all: columns } = useCustomColumns();
  const nameOf = (field: string): string | undefined => {
    if (field === 'other_emails') return t('other_emails');
    if (field.startsWith(CUSTOM))
      return columns?.find(({ key }) => CUSTOM + key === field)?.name ?? field.slice(CUSTOM.length);
    const id = fieldOf.get(field);
    return id && leadFieldLabel(id);
  };
  return (
    <div className="flex flex-col gap-3" role="status">
      <h3 className="text-body font-medium">{t('title')}</h3>
      <p className="text-ink-3 text-table">
        {trial.is_whole ? t('whole') : t('part', { shown: formatNumber(trial.total_rows) })}
      </p>
      <ul className="flex flex-col m-0 p-0 list-none border border-line rounded-control divide-y divide-line">
        {trial.groups
          .filter(({ kind, count }) => count > 0 || kind === 'new')
          .map((group) => (
            <li key={group.kind} className="py-2 px-3 text-table">
              <GroupLine group={group} nameOf={nameOf} />
            </li>
          ))}
      </ul>
    </div>
  );
}

type NameOf = (field: string) => string | undefined;

function GroupLine({ group, nameOf }: { group: Group; nameOf: NameOf }) {
  const head = (
    <>
      <strong className="inline-block min-w-8 font-semibold number">{formatNumber(group.count)}</strong>{' '}
      <span className="font-medium">{t(group.kind)}</span> <span className="text-ink-3">{t(`${group.kind}_text`)}</span>
    </>
  );
  const shown = group.leads.length + group.rows.length;
  if (shown === 0) return <p>{head}</p>;
  return (
    <details>
      <summary className="cursor-pointer">{head}</summary>
      <ul className="flex flex-col gap-1 mt-2 mx-0 mb-1 ps-11 list-none text-ink-2 max-sm:ps-4">
        {group.leads.map(({ lead, changes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two leads may have one name.
          <li key={index} className="break-words">
            {[lead, ...describeChanges(changes, nameOf)].join(' · ')}
          </li>
        ))}
        {group.rows.map(({ row, reason }) => (
          <li key={row} className="break-words">
            <span className="number">{t('row', { row })}</span> · {reason}
          </li>
        ))}
        {shown < group.count ? <li className="text-ink-3">{t('more', { count: shown })}</li> : null}
      </ul>
    </details>
  );
}

function describeChanges(changes: Group['leads'][number]['changes'], nameOf: NameOf): string[] {
  return Object.entries(changes).flatMap(([name, [before, after]]) => {
    const field = nameOf(name);
    return field === undefined ? [] : [t('change_of', { field, before: shorten(before), after: shorten(after) })];
  });
}

const shorten = (value: unknown): string =>
  value === null || value === ''
    ? t('empty')
    : cutText(Array.isArray(value) ? value.join(', ') : String(value), VALUE_MAX);
