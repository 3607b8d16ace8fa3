import { factorsEndpoints } from '@overture/contract/factors';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions, refetch } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { refetchUser } from '../../lib/api/session.ts';
import { formatDate } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import classes from './security.module.css';
import { useStepUp } from './step-up.tsx';
import { t } from './texts.ts';
import { TotpSetup } from './totp-setup.tsx';

/** All second factors of a user. `onSetUp` is called after the codes of a first factor were saved. */
export function FactorSections({ onSetUp }: { onSetUp?: () => void }) {
  const client = useQueryClient();
  const stepUp = useStepUp();
  const factors = useQuery(queryOptions(factorsEndpoints.getFactors));
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = () => void Promise.all([refetch(client, factorsEndpoints.getFactors), refetchUser(client)]);
  function added(newCodes: string[] | null) {
    refresh();
    if (newCodes) setCodes(newCodes);
    else onSetUp?.();
  }
  const renew = useRenewCodes(stepUp.ask, added);
  if (!factors.data) return queryFailure(factors, { compact: true }) ?? null;
  const { totp_confirmed_at, recovery_codes_left, passkeys, passkey_host } = factors.data;
  const hasFactor = totp_confirmed_at !== null || passkeys.length > 0;
  return (
    <>
      <section className={classes.section}>
        <h2 className={classes.title}>{t('factor_title')}</h2>
        <p className={classes.note}>{t('factor_intro')}</p>
        <ul className={classes.list}>
          <TotpRow confirmedAt={totp_confirmed_at} ask={stepUp.ask} onAdded={added} onRemoved={refresh} />
          <li className={classes.row}>
            <div className={classes.what}>
              <p className={classes.name}>{t('codes_title')}</p>
              <p className={classes.meta}>{codesText(hasFactor, recovery_codes_left)}</p>
            </div>
            {hasFactor ? (
              <AppButton loading={renew.isPending} onClick={renew.start}>
                {t('codes_new')}
              </AppButton>
            ) : null}
          </li>
        </ul>
      </section>
      <Passkeys passkeys={passkeys} host={passkey_host} ask={stepUp.ask} onAdded={added} onChanged={refresh} />
      <RecoveryCodesDialog
        codes={codes}
        onClose={() => {
          setCodes(null);
          onSetUp?.();
        }}
      />
      {stepUp.dialog}
    </>
  );
}

type Ask = (error: unknown, again: () => void) => boolean;

/** Generates new recovery codes; the old ones stop working. */
function useRenewCodes(ask: Ask, onRenewed: (codes: string[]) => void) {
  const renew = useMutation(mutationOptions(factorsEndpoints.renewRecoveryCodes));
  function start() {
    renew.mutate(
      {},
      {
        onSuccess: (answer) => onRenewed(answer.recovery_codes),
        onError: (error) => ask(error, start) || toast.error(errorMessage(error, t('failed'))),
      },
    );
  }
  return { start, isPending: renew.isPending };
}

function codesText(hasFactor: boolean, left: number): string {
  if (!hasFactor) return t('codes_later');
  return left === 0 ? t('codes_none') : t('codes_left', { count: left });
}

interface TotpRowProps {
  confirmedAt: string | null;
  ask: Ask;
  onAdded: (codes: string[] | null) => void;
  onRemoved: () => void;
}

function TotpRow({ confirmedAt, ask, onAdded, onRemoved }: TotpRowProps) {
  const [dialog, setDialog] = useState<'set-up' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const remove = useMutation(mutationOptions(factorsEndpoints.removeTotp));
  function removeApp() {
    remove.mutate(
      {},
      {
        onSuccess: () => {
          close();
          onRemoved();
        },
        onError: (error) => {
          close();
          if (!ask(error, removeApp)) toast.error(errorMessage(error, t('failed')));
        },
      },
    );
  }
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.name}>{t('app_title')}</p>
        <p className={classes.meta}>{confirmedAt ? t('app_on', { date: formatDate(confirmedAt) }) : t('app_off')}</p>
      </div>
      {confirmedAt ? (
        <AppButton onClick={() => setDialog('remove')}>{t('remove')}</AppButton>
      ) : (
        <AppButton onClick={() => setDialog('set-up')}>{t('set_up')}</AppButton>
      )}
      <Dialog opened={dialog === 'set-up'} onClose={close} title={t('totp_title')} closeOnOutside={false}>
        <TotpSetup
          ask={ask}
          onDone={(codes) => {
            close();
            onAdded(codes);
          }}
        />
      </Dialog>
      <ConfirmDialog
        opened={dialog === 'remove'}
        onClose={close}
        title={t('remove_app_title')}
        confirmLabel={t('remove')}
        danger
        pending={remove.isPending}
        onConfirm={removeApp}
      >
        {t('remove_app_text')}
      </ConfirmDialog>
    </li>
  );
}
