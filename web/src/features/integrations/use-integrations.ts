import { integrationsEndpoints } from '@overture/contract/integrations';
import { canUseIntegrations } from '@overture/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';

/** CRMs this person may use; none are asked for where the menu is hidden. */
export function useIntegrations() {
  const enabled = canUseIntegrations(useUser());
  const query = useQuery({ ...queryOptions(integrationsEndpoints.listIntegrations), enabled });
  return { enabled, query, integrations: query.data?.integrations };
}
