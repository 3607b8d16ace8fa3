import { integrationsEndpoints } from '@overture/contract/integrations';
import { IconCheck, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { t } from './texts.ts';

/** Links to the lead's CRM records. Hidden without any. */
export function CrmRecords({ prospectId, isAdded }: { prospectId: number; isAdded: boolean | undefined }) {
  const input = { params: { prospectId } };
  const query = useQuery({ ...queryOptions(integrationsEndpoints.listCrmRecords, input), enabled: isAdded === true });
  const records = query.data?.records ?? [];
  if (records.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('records')}</h3>
      <ul className="flex flex-col m-0 p-0 border-t border-line list-none">
        {records.map(({ integration_type, name, url, owner }) => (
          <li
            key={`${integration_type} ${url}`}
            className="flex flex-wrap items-center justify-between gap-x-3 min-h-10 py-1.5 border-b border-line text-table"
          >
            {url?.startsWith('https://') ? (
              <a href={url} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1.5">
                {t('record_open', { name })}
                <IconExternalLink size={15} aria-hidden />
              </a>
            ) : (
              <span className="inline-flex items-center gap-1.5">
                <IconCheck size={15} aria-hidden />
                {t('record_in', { name })}
              </span>
            )}
            {owner === null ? null : <span className="text-ink-3">{t('record_owner', { owner })}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
