import { type InspectedLead, leadFinderEndpoints } from '@overture/contract/lead-finder';
import { IconBan, IconChevronDown, IconChevronUp, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { formatEmployees } from '../../../lib/format.ts';
import { finderOptionLabel } from '../../../lib/labels/lead/finder-option.ts';
import { suppressionReasonLabel } from '../../../lib/labels/lead/suppression-reason.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import { type FinderRequest, usedFilters } from '../filter-state.ts';
import type { FinderRow } from '../finder-results.tsx';
import { t as finder } from '../texts.ts';
import { t } from './texts.ts';

interface LeadPanelProps {
  /** The list that is filled. */
  searchId: number;
  request: FinderRequest;
  row: FinderRow;
  /** Shows the lead so many rows below; undefined where there is none. */
  onStep: (by: 1 | -1) => void;
  isAdding: boolean;
  onAdd: () => void;
  onClose: () => void;
}

/** One lead before it is added: what the database holds, why it was found, and whether it is known. */
export function LeadPanel({ searchId, request, row, onStep, isAdding, onAdd, onClose }: LeadPanelProps) {
  const body = { lead_id: row.id, filters: usedFilters(request.filters) };
  const query = useQuery({
    ...queryOptions(leadFinderEndpoints.inspectFinderLead, { params: { id: searchId }, body }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const shown = query.data?.lead.id === row.id ? query.data : undefined;
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onStep(event.key === 'ArrowDown' ? 1 : -1);
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={leadName(row)}
      footer={
        <span className="flex items-center justify-between gap-2 w-full">
          <span className="flex gap-1">
            <IconButton label={t('previous')} onClick={() => onStep(-1)}>
              <IconChevronUp size={17} aria-hidden />
            </IconButton>
            <IconButton label={t('next')} onClick={() => onStep(1)}>
              <IconChevronDown size={17} aria-hidden />
            </IconButton>
          </span>
          <AppButton
            kind="primary"
            icon={<IconUserPlus size={16} aria-hidden />}
            loading={isAdding}
            disabled={shown === undefined || shown.lead.is_in_list}
            onClick={onAdd}
          >
            {t('add')}
          </AppButton>
        </span>
      }
    >
      <section
        aria-label={t('title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a place that is focused.
        tabIndex={0}
        data-autofocus
        onKeyDown={onKeyDown}
        className="flex flex-col gap-5 outline-none"
        aria-busy={shown === undefined}
      >
        {query.error ? (
          <ErrorState message={errorMessage(query.error, t('load_failed'))} onRetry={() => void query.refetch()} />
        ) : null}
        {shown ? <Facts shown={shown} /> : query.error ? null : <Skeleton height={240} radius={12} />}
      </section>
    </SidePanel>
  );
}

function Facts({ shown }: { shown: InspectedLead }) {
  const { lead, reasons, contact } = shown;
  const { company } = lead;
  return (
    <>
      {shown.blocked === null ? null : <Blocked reason={shown.blocked} />}
      {reasons.length === 0 ? null : (
        <Group title={t('reasons')}>
          {reasons.map(({ filter, value }) => (
            <Row key={filter} label={finder(filterTexts[filter])}>
              {filter === 'contact' ? contactWords(contact) : value}
            </Row>
          ))}
        </Group>
      )}
      <Group title={t('known')}>
        <p className="m-0 py-2 text-table">{knownWords(shown)}</p>
      </Group>
      <Group title={t('person')}>
        <Row label={finder('job_title')}>{lead.job_title}</Row>
        <Row label={t('headline')}>{lead.headline}</Row>
        <Row label={t('level')}>{shown.seniority && finderOptionLabel(shown.seniority)}</Row>
        <Row label={t('department')}>{shown.department && finderOptionLabel(shown.department)}</Row>
        <Row label={t('location')}>{lead.location}</Row>
        <Row label={t('contact')}>
          {contact.length === 0 ? t('contact_none') : `${contactWords(contact)}. ${t('contact_hint')}`}
        </Row>
        <Row label={t('linkedin')}>{lead.linkedin_profile_url ? <Out to={lead.linkedin_profile_url} /> : null}</Row>
      </Group>
      <Group title={t('company')}>
        <Row label={t('name')}>{company.name}</Row>
        <Row label={t('industry')}>{lead.industry ?? company.industry}</Row>
        <Row label={t('employees')}>{formatEmployees(company.amount_of_employees)}</Row>
        <Row label={t('revenue')}>{company.revenue}</Row>
        <Row label={t('company_location')}>{company.location}</Row>
        <Row label={t('website')}>{company.website_url ? <Out to={company.website_url} /> : null}</Row>
        <Row label={t('does')}>{shown.company_keywords}</Row>
      </Group>
    </>
  );
}

const filterTexts = {
  job_title: 'job_title',
  seniority: 'seniority',
  department: 'department',
  prospect_location: 'location',
  industry: 'industry',
  company_size: 'company_size',
  revenue: 'revenue',
  company_domain: 'company_domain',
  contact: 'contact',
  keywords: 'keywords',
} as const;

const contactWords = (contact: InspectedLead['contact']): string =>
  contact.map((kind) => t(`contact_${kind}`)).join(', ');

function knownWords({ lead, known_in }: InspectedLead): string {
  const others = known_in.map((place) => t(`known_${place}`));
  const words = lead.is_in_list ? [t('in_this_list'), ...others.slice(1)] : others;
  return words.length === 0 ? t('known_none') : words.join(' · ');
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{title}</h3>
      <div className="border-t border-line">{children}</div>
    </section>
  );
}

/** Nothing where the database knows nothing. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <div className="flex min-h-9 py-2 border-b border-line text-table">
      <span className="flex-none w-32 text-ink-3">{label}</span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </div>
  );
}

/** An address of the database: only web addresses become links. */
function Out({ to }: { to: string }) {
  if (!/^https?:\/\//i.test(to)) return to;
  return (
    <a href={to} target="_blank" rel="noreferrer noopener">
      {to.replace(/^https?:\/\/(?:www\.)?/i, '')}
    </a>
  );
}

function Blocked({ reason }: { reason: NonNullable<InspectedLead['blocked']> }) {
  const words = reason === 'excluded_domain' ? t('blocked_domain') : suppressionReasonLabel(reason);
  return (
    <div className="flex gap-2 py-2 px-3 border border-line rounded-card text-table" role="note">
      <IconBan size={16} className="flex-none mt-0.5 text-amber" aria-hidden />
      <span className="font-medium">{t('blocked', { reason: words })}</span>
    </div>
  );
}
