import { Select } from '@mantine/core';
import { agencyReportsEndpoints } from '@overture/contract/agency-reports';
import { monthAt } from '@overture/domain/campaign/month-report';
import { shiftMonth } from '@overture/domain/money/agency-bills';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, addressOf, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { saveFile } from '../../../lib/save-csv.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../../ui/layout/page-header.tsx';
import { formatMonth } from '../format-month.ts';
import { ReportCards } from './report-cards.tsx';
import { ReportMailsCard } from './report-mails.tsx';
import { BestMessages, CampaignResults } from './report-tables.tsx';
import { t } from './texts.ts';

const MONTHS_SHOWN = 24;

/** A client's month, as it goes to the client. */
export function ClientReportPage({ id }: { id: number }) {
  const mails = useQuery(queryOptions(agencyReportsEndpoints.getReportMails, { params: { id } }));
  const zone = mails.data?.mails.time_zone ?? (mails.isError ? DEFAULT_TIME_ZONE : undefined);
  // Which month it is, the client's clock says.
  const now = zone === undefined ? undefined : monthAt(serverNow(), zone);
  return <Months key={now} id={id} now={now} />;
}

function Months({ id, now }: { id: number; now: string | undefined }) {
  const [month, setMonth] = useState(() => now && shiftMonth(now, -1));
  const [isChosen, setChosen] = useState(false);
  const params = { id };
  const found = useQuery({
    ...queryOptions(agencyReportsEndpoints.getClientReport, { params, query: { month } }),
    enabled: month !== undefined,
    placeholderData: keepPreviousData,
  });
  const report = found.isError ? undefined : found.data?.report;
  const { error } = found;
  const none = error instanceof ApiError && error.code === 'no_report' ? error.message : undefined;
  // Who came this month has no report of the last one.
  if (none !== undefined && !isChosen && month !== now) setMonth(now);
  const save = () =>
    saveFile(
      `report-${month}-${id}.pdf`,
      addressOf(agencyReportsEndpoints.downloadClientReport, { params, query: { month } }),
    );
  return (
    <>
      <PageHeader
        title={report?.client.name ?? t('title')}
        subtitle={t('subtitle')}
        back={
          <AppLink to={pb.client(id)} aria-label={t('back')}>
            <BackArrow />
          </AppLink>
        }
        actions={
          <AppButton
            icon={<IconDownload size={16} aria-hidden />}
            disabled={report === undefined || found.isPlaceholderData}
            onClick={save}
          >
            {t('pdf')}
          </AppButton>
        }
      />
      <div
        className="grid grid-cols-1 content-start gap-6 flex-1 overflow-auto px-gutter pt-3 pb-8"
        aria-busy={found.isPlaceholderData}
      >
        <MonthSelect
          now={now}
          value={month}
          onChange={(value) => {
            setMonth(value);
            setChosen(true);
          }}
        />
        {none ? <EmptyState icon={<IconChartBar size={22} />} title={none} /> : queryFailure(found)}
        {found.isPending ? <Skeleton height={320} radius={12} /> : null}
        {report ? <Report report={report} /> : null}
        <ReportMailsCard id={id} />
      </div>
    </>
  );
}

interface MonthSelectProps {
  /** Undefined until the client's clock is known. */
  now: string | undefined;
  value: string | undefined;
  onChange: (month: string) => void;
}

function MonthSelect({ now, value, onChange }: MonthSelectProps) {
  if (now === undefined || value === undefined) return null;
  return (
    <Select
      className="max-w-60"
      label={t('month')}
      allowDeselect={false}
      data={Array.from({ length: MONTHS_SHOWN }, (_, back) => shiftMonth(now, -back)).map((month) => ({
        value: month,
        label: formatMonth(month),
      }))}
      value={value}
      onChange={(month) => onChange(month ?? now)}
    />
  );
}

type Shown = Parameters<typeof ReportCards>[0]['report'];

function Report({ report }: { report: Shown }) {
  const isEmpty = [report.figures, report.figures_before].every((figures) =>
    Object.values(figures).every((value) => value === 0),
  );
  if (isEmpty) return <EmptyState icon={<IconChartBar size={22} />} title={t('nothing')} text={t('nothing_text')} />;
  return (
    <>
      <ReportCards report={report} />
      <CampaignResults report={report} />
      <BestMessages report={report} />
    </>
  );
}
