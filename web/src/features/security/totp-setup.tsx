import { TextInput } from '@mantine/core';
import { factorsEndpoints } from '@overture/contract/factors';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../ui/inputs/copy-button.tsx';
import classes from './security.module.css';
import { t } from './texts.ts';

interface TotpSetupProps {
  /** A failure that wants a proof first; `again` starts over. */
  ask: (error: unknown, again: () => void) => boolean;
  onDone: (codes: string[] | null) => void;
}

/** Scan or type the key, then one code of the app: only then it counts. */
export function TotpSetup({ ask, onDone }: TotpSetupProps) {
  const start = useMutation(mutationOptions(factorsEndpoints.startTotp));
  const confirm = useMutation(mutationOptions(factorsEndpoints.confirmTotp));
  const began = useRef(false);
  function begin() {
    start.mutate({}, { onError: (error) => void ask(error, begin) });
  }
  useEffect(() => {
    // Strict mode mounts twice; a second secret would make the first picture worthless.
    if (!began.current) begin();
    began.current = true;
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    if (confirm.isPending || typeof code !== 'string' || code.trim() === '') return;
    const send = () =>
      confirm.mutate(
        { body: { code: code.trim() } },
        { onSuccess: (answer) => onDone(answer.recovery_codes), onError: (error) => void ask(error, send) },
      );
    send();
  }
  if (!start.data) return <SetupBeginning error={start.error} />;
  const { secret, qr_svg } = start.data;
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <p>{t('totp_step_1')}</p>
      <img
        className={classes.picture}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr_svg)}`}
        alt={t('totp_alt')}
      />
      <div>
        <p className={classes.note}>{t('totp_by_hand')}</p>
        <div className={classes.key}>
          <span>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          <CopyButton value={secret} label={t('copy_key')} />
        </div>
      </div>
      <TextInput
        name="code"
        label={t('totp_code')}
        description={t('totp_step_2')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        data-autofocus
      />
      <p role="alert" className={classes.problem}>
        {confirm.error ? errorMessage(confirm.error, t('failed')) : null}
      </p>
      <div className={classes.actions}>
        <AppButton type="submit" kind="primary" loading={confirm.isPending}>
          {t('confirm')}
        </AppButton>
      </div>
    </form>
  );
}

function SetupBeginning({ error }: { error: Error | null }) {
  return error ? (
    <p role="alert" className={classes.problem}>
      {errorMessage(error, t('failed'))}
    </p>
  ) : (
    <Skeleton width={200} height={200} />
  );
}
