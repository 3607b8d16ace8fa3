import { PasswordInput } from '@mantine/core';
import { factorsEndpoints } from '@overture/contract/factors';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { canUsePasskeys, PasskeyCancelled, signWithPasskey } from '../../lib/passkeys.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import classes from './security.module.css';
import { t } from './texts.ts';

interface StepUp {
  /** Takes a failure that asks for a proof: after it, `again` runs. Answers false for any other failure. */
  ask: (error: unknown, again: () => void) => boolean;
  dialog: ReactNode;
}

/** "Confirm it's you" around changes of credentials: the change is tried first and repeated after the proof. */
export function useStepUp(): StepUp {
  const [again, setAgain] = useState<(() => void) | null>(null);
  return {
    ask: (error, retry) => {
      if (!(error instanceof ApiError) || error.code !== 'step_up_needed') return false;
      setAgain(() => retry);
      return true;
    },
    dialog: (
      <StepUpDialog
        opened={again !== null}
        onClose={() => setAgain(null)}
        onConfirmed={() => {
          setAgain(null);
          again?.();
        }}
      />
    ),
  };
}

function StepUpDialog(props: { opened: boolean; onClose: () => void; onConfirmed: () => void }) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('step_up_title')} size="small">
      <StepUpForm onConfirmed={props.onConfirmed} />
    </Dialog>
  );
}

async function confirmWith(password: string | null): Promise<unknown> {
  if (password !== null) return call(factorsEndpoints.confirmPerson, { body: { method: 'password', password } });
  const { options } = await call(factorsEndpoints.offerPasskeyConfirmation);
  const response = await signWithPasskey(options);
  return call(factorsEndpoints.confirmPerson, { body: { method: 'passkey', response: response as never } });
}

function StepUpForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { data: factors } = useQuery(queryOptions(factorsEndpoints.getFactors));
  const confirm = useMutation({ mutationFn: confirmWith, onSuccess: onConfirmed });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (!confirm.isPending && typeof password === 'string' && password !== '') confirm.mutate(password);
  }
  const hasPasskey = canUsePasskeys() && factors?.passkeys.some((passkey) => passkey.works_here);
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <p className={classes.note}>{t('step_up_text')}</p>
      <PasswordInput name="password" label={t('password')} autoComplete="current-password" data-autofocus />
      <p role="alert" className={classes.problem}>
        {confirm.error && !(confirm.error instanceof PasskeyCancelled)
          ? errorMessage(confirm.error, t('failed'))
          : null}
      </p>
      <div className={classes.actions}>
        {hasPasskey ? (
          <AppButton disabled={confirm.isPending} onClick={() => confirm.mutate(null)}>
            {t('use_passkey')}
          </AppButton>
        ) : null}
        <AppButton type="submit" kind="primary" loading={confirm.isPending}>
          {t('confirm')}
        </AppButton>
      </div>
    </form>
  );
}
