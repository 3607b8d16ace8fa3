import { type ApiKey, apiKeysEndpoints } from '@overture/contract/api-keys';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Sparkline } from '../../ui/display/spark.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

interface UsagePanelProps {
  apiKey: ApiKey;
  onOpen: (opened: { what: 'rotate' | 'revoke'; key: ApiKey }) => void;
  onClose: () => void;
}

/** Requests of the last 30 days, as a line and day by day. */
export function UsagePanel({ apiKey, onOpen, onClose }: UsagePanelProps) {
  const usage = useQuery(queryOptions(apiKeysEndpoints.getApiKeyUsage, { params: { id: apiKey.id } }));
  const days = usage.data?.days ?? [];
  const total = days.reduce((sum, { calls }) => sum + calls, 0);
  const calls = t('requests', { count: total, shown: formatNumber(total) });
  const used = days.filter((day) => day.calls > 0).toReversed();
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t('usage_title', { name: apiKey.name })}
      footer={
        apiKey.state === 'ended' ? null : (
          <>
            {apiKey.state === 'active' ? (
              <AppButton onClick={() => onOpen({ what: 'rotate', key: apiKey })}>{t('rotate')}</AppButton>
            ) : null}
            <AppButton kind="danger" onClick={() => onOpen({ what: 'revoke', key: apiKey })}>
              {t('revoke')}
            </AppButton>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {usage.isPending ? <Skeleton height={180} /> : null}
        {queryFailure(usage)}
        {usage.data ? (
          <>
            <p className="m-0">{t('usage_sum', { calls })}</p>
            <Sparkline
              values={days.map((day) => day.calls)}
              label={t('usage_chart', { calls })}
              width={320}
              height={72}
            />
            {used.length > 0 ? <DayTable days={used} /> : <p className="m-0 text-ink-3">{t('usage_none')}</p>}
          </>
        ) : null}
      </div>
    </SidePanel>
  );
}

const COLUMNS = ['calls', 'refused', 'limited', 'failed'] as const;
type Day = { day: string } & Record<(typeof COLUMNS)[number], number>;
const HEADERS = {
  calls: t('column_requests'),
  refused: t('column_refused'),
  limited: t('column_limited'),
  failed: t('column_failed'),
};

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <table className="w-full border-collapse text-table" aria-label={t('usage_table')}>
      <thead>
        <tr className="text-start text-ink-3">
          <th className="py-1.5 font-medium">{t('column_day')}</th>
          {COLUMNS.map((column) => (
            <th key={column} className="py-1.5 ps-2 font-medium text-end">
              {HEADERS[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day} className="border-t border-line">
            <td className="py-1.5 number whitespace-nowrap">{day.day}</td>
            {COLUMNS.map((column) => (
              <td key={column} className="py-1.5 ps-2 text-end number">
                {formatNumber(day[column])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
