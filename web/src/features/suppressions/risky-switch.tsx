import { Switch } from '@mantine/core';
import { type AddressCheckSettings, addressChecksEndpoints } from '@overture/contract/address-checks';
import { may } from '@overture/domain/access/permissions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** What becomes of addresses that may not exist; shown where addresses are verified at all. */
export function RiskySwitch() {
  const client = useQueryClient();
  const { role } = useUser();
  const options = queryOptions(addressChecksEndpoints.getAddressChecks);
  const settings = useQuery({ ...options, retry: false });
  const change = useMutation({
    mutationFn: (sends_risky: boolean) => call(addressChecksEndpoints.setAddressChecks, { body: { sends_risky } }),
    onSuccess: (answer: AddressCheckSettings) => client.setQueryData(options.queryKey, answer),
    onError: (error) => toast.error(errorMessage(error, t('risky_failed'))),
  });
  if (!settings.data?.can_verify) return null;
  return (
    <div className="px-gutter mb-3">
      <Switch
        label={t('risky')}
        description={t(settings.data.sends_risky ? 'risky_on' : 'risky_off')}
        checked={change.isPending ? change.variables : settings.data.sends_risky}
        disabled={change.isPending || !may({ role }, 'settings')}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </div>
  );
}
