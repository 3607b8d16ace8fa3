import { type ChatLead, chatAnswersEndpoints } from '@overture/contract/chat-answers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { leadName } from '../../leads/index.ts';
import { useArrowChoice } from '../composer/use-arrow-choice.ts';
import { t } from '../texts.ts';

interface FindLeadProps {
  /** While nothing is typed. */
  hint: string;
  disabled?: boolean;
  onChoose: (leadId: number) => void;
}

/** A lead of any list by the beginning of their name, or by their address. */
export function FindLead({ hint, disabled = false, onChoose }: FindLeadProps) {
  const [query, setQuery] = useState('');
  const wanted = query.trim();
  const found = useQuery({
    ...queryOptions(chatAnswersEndpoints.findChatLeads, { query: { search_query: wanted } }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const leads = wanted === '' ? [] : (found.data?.leads ?? []);
  const choose = (id: number) => (disabled ? undefined : onChoose(id));
  const { index, first, onKeyDown } = useArrowChoice(leads, (lead) => choose(lead.id));
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field inside. */}
      <div onKeyDown={onKeyDown}>
        <SearchInput
          label={t('find_lead')}
          placeholder={t('find_lead')}
          value={query}
          width="100%"
          autofocus
          onChange={(text) => {
            setQuery(text);
            first();
          }}
        />
      </div>
      {found.isError && !found.data ? (
        <ErrorState message={errorMessage(found.error, '')} onRetry={() => void found.refetch()} />
      ) : null}
      {wanted === '' ? <p className="py-4 text-ink-3 text-table">{hint}</p> : null}
      {wanted !== '' && found.data && leads.length === 0 ? (
        <p className="py-4 text-ink-3 text-table">{t('find_lead_none')}</p>
      ) : null}
      <ul className="mt-2 mb-0 p-0 max-h-[380px] overflow-y-auto list-none" aria-label={t('leads_found')}>
        {leads.map((lead, place) => (
          <LeadRow key={lead.id} lead={lead} isActive={place === index} onChoose={() => choose(lead.id)} />
        ))}
      </ul>
    </>
  );
}

function LeadRow({ lead, isActive, onChoose }: { lead: ChatLead; isActive: boolean; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="bare flex items-center gap-2.5 w-full min-h-12 py-1.5 px-2 rounded-control text-start text-ink cursor-pointer hover:bg-hover data-active:bg-hover"
        data-active={isActive || undefined}
        onClick={onChoose}
      >
        <PersonAvatar name={leadName(lead)} picture_url={lead.profile_picture_url} size={30} />
        <span className="flex flex-1 flex-col min-w-0">
          <span className="truncate">{leadName(lead)}</span>
          <span className="text-ink-3 text-meta truncate">
            {[lead.job_title, lead.company_name, lead.email].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
    </li>
  );
}
