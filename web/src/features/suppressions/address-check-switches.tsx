import { Switch } from '@mantine/core';
import { type AddressCheckSettings, addressChecksEndpoints } from '@overture/contract/address-checks';
import { may } from '@overture/domain/access/permissions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

type Name = 'sends_risky' | 'checks_imports';

/** When addresses are checked, and what becomes of those that may not exist; shown where addresses are verified at all. */
export function AddressCheckSwitches() {
  const client = useQueryClient();
  const { role } = useUser();
  const options = queryOptions(addressChecksEndpoints.getAddressChecks);
  const settings = useQuery({ ...options, retry: false });
  const change = useMutation({
    mutationFn: (body: { [N in Name]?: boolean }) => call(addressChecksEndpoints.setAddressChecks, { body }),
    onSuccess: (answer: AddressCheckSettings) => client.setQueryData(options.queryKey, answer),
    onError: (error) => toast.error(errorMessage(error, t('risky_failed'))),
  });
  if (!settings.data?.can_verify) return null;
  const shown = { ...settings.data, ...(change.isPending ? change.variables : {}) };
  const isDisabled = change.isPending || !may({ role }, 'settings');
  return (
    <div className="flex flex-col gap-3 px-gutter mb-3">
      <Switch
        label={t('risky')}
        description={t(settings.data.sends_risky ? 'risky_on' : 'risky_off')}
        checked={shown.sends_risky}
        disabled={isDisabled}
        onChange={(event) => change.mutate({ sends_risky: event.currentTarget.checked })}
      />
      <Switch
        label={t('check_imports')}
        description={t(settings.data.checks_imports ? 'check_imports_on' : 'check_imports_off')}
        checked={shown.checks_imports}
        disabled={isDisabled}
        onChange={(event) => change.mutate({ checks_imports: event.currentTarget.checked })}
      />
    </div>
  );
}
