import { type ChatLead, outgoingMessagesEndpoints } from '@overture/contract/outgoing-messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefCallback, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { MarkedEntry } from '../../../ui/inputs/marked-entry.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { usePicker } from '../../../ui/inputs/use-picker.ts';
import { leadName } from '../../leads/index.ts';
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
  const [typed, setTyped] = useState('');
  const wanted = query.trim();
  const found = useQuery({
    ...queryOptions(outgoingMessagesEndpoints.findChatLeads, { query: { search_query: wanted } }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const leads = wanted === '' ? [] : (found.data?.leads ?? []);
  const choose = (id: number) => (disabled ? undefined : onChoose(id));
  const { index, onKeyDown, showMarked } = usePicker({
    typed,
    entries: leads,
    isBehind: typed.trim() !== wanted || found.isPlaceholderData || found.isLoading,
    onChoose: (lead) => choose(lead.id),
  });
  const marked = leads[index];
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
          onType={setTyped}
          onChange={setQuery}
        />
      </div>
      {queryFailure(found)}
      {wanted === '' ? <p className="py-4 text-ink-3 text-table">{hint}</p> : null}
      {wanted !== '' && found.data && leads.length === 0 ? (
        <p className="py-4 text-ink-3 text-table">{t('find_lead_none')}</p>
      ) : null}
      <MarkedEntry name={marked && leadName(marked)} place={index} count={leads.length} />
      <ul className="mt-2 mb-0 p-0 max-h-[380px] overflow-y-auto list-none" aria-label={t('leads_found')}>
        {leads.map((lead, place) => (
          <LeadRow
            key={lead.id}
            lead={lead}
            activeRef={place === index ? showMarked : undefined}
            onChoose={() => choose(lead.id)}
          />
        ))}
      </ul>
    </>
  );
}

interface LeadRowProps {
  lead: ChatLead;
  /** Of the marked row. */
  activeRef: RefCallback<HTMLElement> | undefined;
  onChoose: () => void;
}

function LeadRow({ lead, activeRef, onChoose }: LeadRowProps) {
  return (
    <li ref={activeRef}>
      <button
        type="button"
        className="bare flex items-center gap-2.5 w-full min-h-12 py-1.5 px-2 rounded-control text-start text-ink cursor-pointer hover:bg-hover data-active:bg-hover"
        data-active={activeRef !== undefined || undefined}
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
