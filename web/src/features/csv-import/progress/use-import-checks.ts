import { addressChecksEndpoints, type ImportCheck } from '@overture/contract/address-checks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryOptions } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

export type CheckChange = 'stop' | 'continue';

const WHILE_CHECKING_IN_MS = 3000;
/** One begins some seconds after its import has ended. */
const OTHERWISE_IN_MS = 15_000;

const calls = { stop: addressChecksEndpoints.stopImportCheck, continue: addressChecksEndpoints.continueImportCheck };

/** Checks of addresses that imports brought into a list; what had nothing to check is left out. */
export function useImportChecks(searchId: number) {
  const client = useQueryClient();
  const options = queryOptions(addressChecksEndpoints.listImportChecks, { params: { id: searchId } });
  const { data } = useQuery({
    ...options,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.checks.some((check) => check.state === 'checking') ? WHILE_CHECKING_IN_MS : OTHERWISE_IN_MS,
  });
  const { mutate } = useMutation({
    mutationFn: ({ id, to }: { id: number; to: CheckChange }) => call(calls[to], { params: { id } }),
    onError: (error, { to }) => toast.error(errorMessage(error, t(`check_${to}_failed`))),
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  const checks: ImportCheck[] = (data?.checks ?? []).filter(({ total }) => total > 0);
  return { checks, change: (id: number, to: CheckChange) => mutate({ id, to }) };
}
