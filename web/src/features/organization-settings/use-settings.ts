import { organizationSettingsEndpoints } from '@overture/contract/organization-settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

export const settingsQuery = queryOptions(organizationSettingsEndpoints.getOrganizationSettings);

/** Changes settings of the organization; a failure is shown. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    ...mutationOptions(organizationSettingsEndpoints.changeOrganizationSettings),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      toast.success(t('saved'));
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
}
