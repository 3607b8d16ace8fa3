import type { Endpoint, EndpointInput, EndpointOutput } from '@overture/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { useStepUp } from '../security/index.ts';
import { t } from './texts.ts';

interface SsoChange<E extends Endpoint> {
  run: (input: EndpointInput<E>, onDone?: (answer: EndpointOutput<E>) => void) => void;
  isPending: boolean;
  problem: string | undefined;
  /** Asks for a proof where the server wants one. */
  dialog: ReactNode;
}

/** A change of Single Sign-On: asks for a fresh confirmation if needed, then refetches. */
export function useSsoChange<E extends Endpoint>(endpoint: E): SsoChange<E> {
  const stepUp = useStepUp();
  const change = useMutation(mutationOptions(endpoint));
  const run: SsoChange<E>['run'] = (input, onDone) =>
    change.mutate(input, {
      onSuccess: async (answer) => {
        await whenRefetched();
        onDone?.(answer);
      },
      onError: (error) => {
        if (stepUp.ask(error, () => run(input, onDone))) change.reset();
      },
    });
  return {
    run,
    isPending: change.isPending,
    problem: change.error ? errorMessage(change.error, t('failed')) : undefined,
    dialog: stepUp.dialog,
  };
}
