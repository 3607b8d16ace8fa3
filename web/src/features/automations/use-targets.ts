import { campaignsEndpoints } from '@overture/contract/campaigns';
import { integrationsEndpoints } from '@overture/contract/integrations';
import { kanbanEndpoints } from '@overture/contract/kanban';
import { chatLabelsEndpoints } from '@overture/contract/labels';
import { membersEndpoints } from '@overture/contract/members';
import { searchesEndpoints } from '@overture/contract/searches';
import { webhooksEndpoints } from '@overture/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import type { TargetKind } from './automation-words.ts';

interface Choice {
  value: string;
  label: string;
}

const choose = ({ id, name }: { id: number; name: string }): Choice => ({ value: String(id), label: name });

/** What an action of this kind can act on; undefined while it loads. Only the chosen kind is fetched. */
export function useTargets(kind: TargetKind | null): Choice[] | undefined {
  const labels = useQuery({ ...queryOptions(chatLabelsEndpoints.listChatLabels), enabled: kind === 'label' });
  const lists = useQuery({ ...queryOptions(searchesEndpoints.listSearches), enabled: kind === 'list' });
  const campaigns = useQuery({ ...queryOptions(campaignsEndpoints.listCampaigns), enabled: kind === 'campaign' });
  const boards = useQuery({ ...queryOptions(kanbanEndpoints.listKanbanBoards), enabled: kind === 'board' });
  const members = useQuery({ ...queryOptions(membersEndpoints.listMembers), enabled: kind === 'member' });
  const webhooks = useQuery({ ...queryOptions(webhooksEndpoints.listWebhooks), enabled: kind === 'webhook' });
  const crms = useQuery({ ...queryOptions(integrationsEndpoints.listIntegrations), enabled: kind === 'crm' });
  if (kind === null) return [];
  const choices: Record<TargetKind, Choice[] | undefined> = {
    label: labels.data?.labels.map(choose),
    list: lists.data?.searches.map(choose),
    campaign: campaigns.data?.campaigns.filter(({ status }) => status !== 'ARCHIVED').map(choose),
    board: boards.data?.boards.flatMap(({ id, name, columns }) =>
      columns.map((column) => ({ value: `${id}/${column.id}`, label: `${name}: ${column.name}` })),
    ),
    crm: crms.data?.integrations
      .filter(({ connected }) => connected)
      .map(({ integration_type, name }) => ({ value: integration_type, label: name })),
    member: members.data?.members.map(choose),
    webhook: webhooks.data?.webhooks.map(({ id, url }) => ({ value: String(id), label: url })),
  };
  return choices[kind];
}
