import { chatAnswersEndpoints } from '@overture/contract/chat-answers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';

interface NewMessageDialogProps {
  onClose: () => void;
  onChoose: (leadId: number) => void;
}

/** To whom a first message goes: any lead of any list. */
export function NewMessageDialog({ onClose, onChoose }: NewMessageDialogProps) {
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const wanted = query.trim();
  const found = useQuery({
    ...queryOptions(chatAnswersEndpoints.findChatLeads, { query: { search_query: wanted } }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const leads = wanted === '' ? [] : (found.data?.leads ?? []);
  function choose(id: number) {
    onClose();
    onChoose(id);
  }
  function onKeyDown(event: React.KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && leads.length > 0) {
      event.preventDefault();
      setIndex((index + step + leads.length) % leads.length);
    }
    const chosen = leads[index];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen.id);
    }
  }
  return (
    <Dialog opened onClose={onClose} title={t('new_message')}>
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
            setIndex(0);
          }}
        />
      </div>
      {found.isError && !found.data ? (
        <ErrorState message={errorMessage(found.error, '')} onRetry={() => void found.refetch()} />
      ) : null}
      {wanted === '' ? <p className="py-4 text-ink-3 text-table">{t('find_lead_text')}</p> : null}
      {wanted !== '' && found.data && leads.length === 0 ? (
        <p className="py-4 text-ink-3 text-table">{t('find_lead_none')}</p>
      ) : null}
      <ul className="mt-2 mb-0 p-0 max-h-[380px] overflow-y-auto list-none" aria-label={t('leads_found')}>
        {leads.map((lead, place) => (
          <li key={lead.id}>
            <button
              type="button"
              className="bare flex items-center gap-2.5 w-full min-h-12 py-1.5 px-2 rounded-control text-start text-ink cursor-pointer hover:bg-hover data-active:bg-hover"
              data-active={place === index || undefined}
              onClick={() => choose(lead.id)}
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
        ))}
      </ul>
    </Dialog>
  );
}
