import { PasswordInput, Switch, TextInput } from '@mantine/core';
import { type SsoConnection, ssoEndpoints } from '@overture/contract/sso';
import { useState } from 'react';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { CopyLine } from './copy-line.tsx';
import { PanelSection } from './panel-section.tsx';
import { t } from './texts.ts';
import { useSsoChange } from './use-sso-change.ts';

interface ProviderSectionProps {
  connection: SsoConnection | null;
  callback: string;
}

export function ProviderSection({ connection, callback }: ProviderSectionProps) {
  const [given, setGiven] = useState({
    issuer: connection?.issuer ?? '',
    client_id: connection?.client_id ?? '',
    client_secret: '',
    lets_people_join: connection?.lets_people_join ?? true,
  });
  const save = useSsoChange(ssoEndpoints.saveSso);
  const change = (part: Partial<typeof given>) => setGiven((before) => ({ ...before, ...part }));
  function submit() {
    const client_secret = given.client_secret || undefined;
    save.run({ body: { kind: 'oidc', ...given, client_secret } }, () => {
      change({ client_secret: '' });
      toast.success(t('saved'));
    });
  }
  return (
    <PanelSection title={t('provider')} text={t('provider_text')}>
      <CopyLine label={t('callback')} value={callback} copyLabel={t('copy_callback')} />
      <Form className="flex flex-col gap-3" onSubmit={submit}>
        <OidcFields given={given} change={change} isKnown={connection !== null} />
        <Switch
          label={t('lets_people_join')}
          description={t('lets_people_join_text')}
          checked={given.lets_people_join}
          onChange={(event) => change({ lets_people_join: event.currentTarget.checked })}
        />
        <p role="alert" className="text-red text-table empty:hidden">
          {save.problem}
        </p>
        <div className="flex flex-wrap gap-2">
          <AppButton
            type="submit"
            kind="primary"
            loading={save.isPending}
            disabled={!given.issuer.trim() || !given.client_id.trim()}
          >
            {t('save')}
          </AppButton>
          {connection ? <RemoveConnection /> : null}
        </div>
      </Form>
      {save.dialog}
    </PanelSection>
  );
}

interface OidcFieldsProps {
  given: { issuer: string; client_id: string; client_secret: string };
  change: (part: Partial<OidcFieldsProps['given']>) => void;
  /** A secret is kept. */
  isKnown: boolean;
}

function OidcFields({ given, change, isKnown }: OidcFieldsProps) {
  return (
    <>
      <TextInput
        label={t('issuer')}
        description={t('issuer_hint')}
        value={given.issuer}
        onChange={(event) => change({ issuer: event.currentTarget.value })}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        label={t('client_id')}
        value={given.client_id}
        onChange={(event) => change({ client_id: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        label={t('client_secret')}
        description={isKnown ? t('secret_kept') : undefined}
        value={given.client_secret}
        onChange={(event) => change({ client_secret: event.currentTarget.value })}
        autoComplete="new-password"
      />
    </>
  );
}

function RemoveConnection() {
  const [isAsking, setAsking] = useState(false);
  const remove = useSsoChange(ssoEndpoints.deleteSso);
  return (
    <>
      <AppButton onClick={() => setAsking(true)}>{t('remove_connection')}</AppButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('remove_connection_title')}
        confirmLabel={t('remove')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.run({}, () => setAsking(false))}
      >
        {t('remove_connection_text')}
      </ConfirmDialog>
      {remove.dialog}
    </>
  );
}
