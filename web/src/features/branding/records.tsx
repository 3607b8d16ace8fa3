import type { BrandRecord } from '@overture/contract/branding';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { CopyButton } from '../../ui/inputs/copy-button.tsx';
import { t } from './texts.ts';

/** Expected DNS records, what was found, and what to do. */
export function Records({ records }: { records: BrandRecord[] }) {
  return (
    <ul className="flex flex-col m-0 p-0 list-none border border-line rounded-card divide-y divide-line">
      {records.map((record) => (
        <li key={`${record.type} ${record.name}`} className="flex flex-col gap-2 py-3 px-4 text-table">
          <div className="flex items-center justify-between gap-2">
            <span className="font-medium">{record.type}</span>
            {record.found === null && !record.advice ? null : (
              <StatusChip tone={record.is_right ? 'green' : 'amber'}>
                {t(record.is_right ? 'record_right' : 'record_wrong')}
              </StatusChip>
            )}
          </div>
          <Line label={t('record_name')} value={record.name} copyLabel={t('copy_name')} />
          {record.value ? <Line label={t('record_value')} value={record.value} copyLabel={t('copy_value')} /> : null}
          {record.found ? (
            <p className="text-ink-3 wrap-anywhere">
              {record.found.length > 0 ? t('found', { found: record.found.join(', ') }) : t('found_nothing')}
            </p>
          ) : null}
          {record.advice ? <p className="text-ink-2 wrap-anywhere">{record.advice}</p> : null}
        </li>
      ))}
    </ul>
  );
}

function Line({ label, value, copyLabel }: { label: string; value: string; copyLabel: string }) {
  return (
    <div className="flex items-center gap-2">
      <div className="flex-1 min-w-0">
        <p className="text-ink-3">{label}</p>
        <code className="font-mono text-[12px] wrap-anywhere">{value}</code>
      </div>
      <CopyButton value={value} label={copyLabel} />
    </div>
  );
}
