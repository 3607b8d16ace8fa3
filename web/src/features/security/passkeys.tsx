import { TextInput } from '@mantine/core';
import { factorsEndpoints, type Passkey } from '@overture/contract/factors';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { canUsePasskeys, makePasskey, PasskeyCancelled } from '../../lib/passkeys.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import classes from './security.module.css';
import { t } from './texts.ts';

type Ask = (error: unknown, again: () => void) => boolean;

interface PasskeysProps {
  passkeys: Passkey[];
  /** Where passkeys are made here; null where browsers allow none. */
  host: string | null;
  ask: Ask;
  onAdded: (codes: string[] | null) => void;
  onChanged: () => void;
}

/** The passkeys of the person: made, named and removed here. */
export function Passkeys({ passkeys, host, ask, onAdded, onChanged }: PasskeysProps) {
  const [isAdding, setAdding] = useState(false);
  const isPossible = canUsePasskeys() && host === window.location.hostname;
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('passkeys_title')}</h2>
      <p className={classes.note}>{isPossible ? t('passkeys_intro', { host }) : t('passkeys_unavailable')}</p>
      {passkeys.length > 0 ? (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} ask={ask} onChanged={onChanged} />
          ))}
        </ul>
      ) : null}
      {isPossible ? (
        <div>
          <AppButton icon={<IconKey size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('add_passkey')}
          </AppButton>
        </div>
      ) : null}
      <NameDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        title={t('add_passkey')}
        submitLabel={t('passkey_make')}
        save={makeAndKeep}
        ask={ask}
        onSaved={(codes) => {
          setAdding(false);
          onAdded(codes);
        }}
      />
    </section>
  );
}

async function makeAndKeep(name: string): Promise<string[] | null> {
  const { options } = await call(factorsEndpoints.offerPasskeyRegistration);
  const response = await makePasskey(options);
  const answer = await call(factorsEndpoints.addPasskey, { body: { name, response: response as never } });
  return answer.recovery_codes;
}

function PasskeyRow({ passkey, ask, onChanged }: { passkey: Passkey; ask: Ask; onChanged: () => void }) {
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const remove = useMutation(mutationOptions(factorsEndpoints.removePasskey));
  function removeIt() {
    remove.mutate(
      { params: { id: passkey.id } },
      {
        onSuccess: onChanged,
        onError: (error) => ask(error, removeIt) || toast.error(errorMessage(error, t('failed'))),
        onSettled: close,
      },
    );
  }
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p className={classes.name}>{passkey.name}</p>
        <p className={classes.meta}>{describePasskey(passkey).join(' · ')}</p>
      </div>
      <ActionMenu
        label={t('passkey_options', { name: passkey.name })}
        entries={[
          { id: 'rename', label: t('rename'), onSelect: () => setDialog('rename') },
          { id: 'remove', label: t('remove'), onSelect: () => setDialog('remove'), danger: true },
        ]}
      />
      <NameDialog
        opened={dialog === 'rename'}
        onClose={close}
        title={t('rename')}
        submitLabel={t('rename')}
        name={passkey.name}
        save={async (name) => {
          await call(factorsEndpoints.renamePasskey, { params: { id: passkey.id }, body: { name } });
          return null;
        }}
        ask={ask}
        onSaved={() => {
          close();
          onChanged();
        }}
      />
      <ConfirmDialog
        opened={dialog === 'remove'}
        onClose={close}
        title={t('remove_passkey_title', { name: passkey.name })}
        confirmLabel={t('remove')}
        danger
        pending={remove.isPending}
        onConfirm={removeIt}
      >
        {t('remove_passkey_text')}
      </ConfirmDialog>
    </li>
  );
}

/** Since when it is there, whether it is used, and where. */
function describePasskey(passkey: Passkey): string[] {
  return [
    t('passkey_added', { date: formatDate(passkey.created_at) }),
    passkey.last_used_at ? t('passkey_used', { date: formatDateTime(passkey.last_used_at) }) : t('passkey_never'),
    ...(passkey.is_synced ? [t('passkey_synced')] : []),
    ...(passkey.works_here ? [] : [t('passkey_elsewhere', { host: passkey.rp_id })]),
  ];
}

interface NameDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  submitLabel: string;
  name?: string;
  save: (name: string) => Promise<string[] | null>;
  ask: Ask;
  onSaved: (codes: string[] | null) => void;
}

function NameDialog(props: NameDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title} size="small">
      <NameForm {...props} />
    </Dialog>
  );
}

function NameForm({ name = '', submitLabel, save, ask, onSaved }: NameDialogProps) {
  const keep = useMutation({ mutationFn: save });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('name');
    const next = typeof given === 'string' ? given.trim() : '';
    if (keep.isPending || next === '') return;
    const send = () => keep.mutate(next, { onSuccess: onSaved, onError: (error) => void ask(error, send) });
    send();
  }
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <TextInput
        name="name"
        label={t('passkey_name')}
        description={t('passkey_name_hint')}
        defaultValue={name}
        maxLength={80}
        data-autofocus
      />
      <p role="alert" className={classes.problem}>
        {keep.error ? problemText(keep.error) : null}
      </p>
      <div className={classes.actions}>
        <AppButton type="submit" kind="primary" loading={keep.isPending}>
          {submitLabel}
        </AppButton>
      </div>
    </form>
  );
}

function problemText(error: Error): string {
  return error instanceof PasskeyCancelled ? t('passkey_canceled') : errorMessage(error, t('passkey_failed'));
}
