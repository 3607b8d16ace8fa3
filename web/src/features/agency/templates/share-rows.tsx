import { agencyEndpoints } from '@overture/contract/agency';
import { agencySharingEndpoints, type SharedItem } from '@overture/contract/agency-sharing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { t } from './texts.ts';

const ROW = 'flex flex-wrap items-center gap-x-3 gap-y-2 p-3 border border-line rounded-card bg-surface';

/** Own research tasks, or snippets, and with whom each is shared. */
export function ShareRows({ kind }: { kind: SharedItem['kind'] }) {
  const shares = useQuery(queryOptions(agencySharingEndpoints.listAgencyShares));
  const clients = useQuery(queryOptions(agencyEndpoints.listClients));
  const [open, setOpen] = useState<SharedItem>();
  if (shares.error) return queryFailure(shares);
  if (!shares.data) return <Skeleton height={72} radius={12} />;
  const items = shares.data.items.filter((item) => item.kind === kind);
  if (items.length === 0)
    return (
      <EmptyState
        compact
        title={t(kind === 'task' ? 'no_own_tasks' : 'no_own_snippets')}
        text={t(kind === 'task' ? 'no_own_tasks_text' : 'no_own_snippets_text')}
      />
    );
  const known = (clients.data?.clients ?? []).filter((client) => client.active_subscription_whitelabel);
  return (
    <>
      <ul className="grid gap-2 m-0 p-0 list-none">
        {items.map((item) => (
          <li key={item.id} className={ROW}>
            <span className="flex-[1_1_14rem] min-w-0">
              <span className="block font-medium wrap-anywhere">{item.name}</span>
              <span className="block text-ink-3 text-table line-clamp-2 wrap-anywhere">{item.text}</span>
            </span>
            <span className="text-ink-2 text-table">{sharedWith(item, known)}</span>
            <AppButton
              size="small"
              aria-label={t('share_named', { name: item.name })}
              aria-haspopup="dialog"
              onClick={() => setOpen(item)}
            >
              {t('share')}
            </AppButton>
          </li>
        ))}
      </ul>
      {open ? <ShareDialog item={open} clients={known} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

function sharedWith(item: SharedItem, clients: readonly { id: number; name: string }[]): string {
  if (item.for_all) return t('shared_all');
  const names = clients.filter(({ id }) => item.client_ids.includes(id)).map(({ name }) => name);
  if (names.length === 0) return t('shared_none');
  return names.length === 1 ? names[0]! : t('shared_some', { count: names.length });
}
