import { type PastContact, pastContactsEndpoints } from '@overture/contract/past-contacts';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDate } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from './texts.ts';

/** Where the lead was written to before it moved in from another tool. Nothing is shown for those who were not. */
export function PastContacts({ prospectId }: { prospectId: number }) {
  const query = useQuery(queryOptions(pastContactsEndpoints.listPastContacts, { params: { id: prospectId } }));
  if (query.isError) return queryFailure(query, { compact: true });
  const contacts = query.data?.contacts ?? [];
  if (contacts.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('past_contacts')}</h3>
      <ul className="flex flex-col m-0 p-0 border-t border-line list-none">
        {contacts.map((contact) => (
          <li key={contact.id} className="flex flex-col gap-0.5 py-2 border-b border-line text-table">
            <span className="wrap-anywhere">
              {t('written_to', { tool: contact.tool })}
              {contact.campaign_name === '' ? '' : `: ${contact.campaign_name}`}
            </span>
            <span className="text-ink-3 text-meta">{describeContact(contact)}</span>
            {contact.campaign_id === null ? null : (
              <AppLink to={pb.campaign(contact.campaign_id)} className="w-fit">
                {t('continued_here')}
              </AppLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Nov 3, step 2 of 4, replied" */
function describeContact({ last_contacted_at, steps_done, steps_total, outcome }: PastContact): string {
  const step = steps_done === null ? [] : [describeStep(steps_done, steps_total)];
  const date = last_contacted_at === null ? t('past_no_date') : formatDate(last_contacted_at);
  return [date, ...step, ...(outcome === 'contacted' ? [] : [t(`past_${outcome}`)])].join(', ');
}

const describeStep = (step: number, steps: number | null): string =>
  steps === null || steps < step ? t('past_step', { step }) : t('past_step_of', { step, steps });
