import { MultiSelect } from '@mantine/core';
import { agencyReportsEndpoints, type ReportMails } from '@overture/contract/agency-reports';
import { AGENCY_LIMITS } from '@overture/domain/limits';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { placeOfZone } from '@overture/domain/time/zone-place';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { TimeZoneSelect } from '../../../lib/time-zone-select.tsx';
import { nameZone } from '../../../lib/time-zones.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { formatMonth } from '../format-month.ts';
import { t } from './texts.ts';
import { UnsettledMails } from './unsettled-mails.tsx';

/** Recipients of the monthly report and its time zone. Changes apply immediately. */
export function ReportMailsCard({ id }: { id: number }) {
  const params = { id };
  const found = useQuery(queryOptions(agencyReportsEndpoints.getReportMails, { params }));
  const save = useMutation({
    ...mutationOptions(agencyReportsEndpoints.setReportMails),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('mails_saved'));
    },
    onError: (error) => toast.error(errorMessage(error, t('mails_failed'))),
  });
  const mails = found.data?.mails;
  return (
    <section aria-label={t('mails')} className="max-w-240">
      <h2 className="text-section">{t('mails')}</h2>
      <p className="mt-1 mb-3 text-ink-3 text-table">{t('mails_text')}</p>
      {queryFailure(found, { compact: true })}
      {found.isPending ? <Skeleton height={120} radius={12} /> : null}
      {mails ? (
        <div className="grid gap-4 p-4 border border-line rounded-card bg-surface">
          {mails.unsettled.length > 0 ? <UnsettledMails id={id} unsettled={mails.unsettled} /> : null}
          <Recipients
            people={mails.people}
            isSaving={save.isPending}
            onChange={(user_ids) => save.mutate({ params, body: { user_ids } })}
          />
          <TimeZoneSelect
            label={t('zone')}
            description={t('zone_text')}
            none={noneWords(mails)}
            value={mails.chosen_time_zone}
            disabled={save.isPending}
            onChange={(time_zone) => save.mutate({ params, body: { user_ids: chosenOf(mails.people), time_zone } })}
          />
          <p className="text-ink-3 text-table">{nextWords(mails)}</p>
        </div>
      ) : null}
    </section>
  );
}

type Person = ReportMails['people'][number];

const chosenOf = (people: readonly Person[]) => people.flatMap(({ id, is_chosen }) => (is_chosen ? [id] : []));

/** Which zone that is, is known while no other was chosen. */
function noneWords({ time_zone, chosen_time_zone }: ReportMails): string {
  if (chosen_time_zone !== null) return t('zone_none');
  return time_zone === DEFAULT_TIME_ZONE ? t('zone_utc') : t('zone_is', { zone: nameZone(time_zone) });
}

function nextWords({ people, next_month, next_at, time_zone }: ReportMails): string {
  const month = formatMonth(next_month);
  const at = formatDateTime(next_at, time_zone);
  const words = { month, at, place: placeOfZone(time_zone), here: formatDateTime(next_at) };
  if (chosenOf(people).length === 0) return t('next_none');
  return words.here === at ? t('next', words) : t('next_elsewhere', words);
}

interface RecipientsProps {
  people: readonly Person[];
  isSaving: boolean;
  onChange: (ids: number[]) => void;
}

function Recipients({ people, isSaving, onChange }: RecipientsProps) {
  const byId = new Map(people.map((person) => [String(person.id), person]));
  const itemsOf = (of: Person['of']) =>
    people
      .filter((person) => person.of === of)
      .map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` }));
  return (
    <MultiSelect
      label={t('recipients')}
      description={t('recipients_text')}
      placeholder={chosenOf(people).length === 0 ? t('recipients_none') : ''}
      data={[
        { group: t('of_agency'), items: itemsOf('agency') },
        { group: t('of_client'), items: itemsOf('client') },
      ].filter(({ items }) => items.length > 0)}
      value={chosenOf(people).map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      maxValues={AGENCY_LIMITS.report_recipients}
      disabled={isSaving}
      searchable
      openOnFocus={false}
      nothingFoundMessage={t('recipients_not_found')}
      renderOption={({ option }) => (
        <span className="flex flex-col min-w-0">
          <span className="truncate">{byId.get(option.value)?.name}</span>
          <span className="truncate text-ink-3 text-meta">{byId.get(option.value)?.email}</span>
        </span>
      )}
      withScrollArea={false}
      styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false, position: 'top' }}
    />
  );
}
