import { PasswordInput, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { type SsoConnection, ssoEndpoints } from '@overture/contract/sso';
import { useState } from 'react';
import { toast } from '../../ui/feedback/toast.tsx';
import { useUnsavedText } from '../../ui/forms/discard-guard.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { CopyLine } from './copy-line.tsx';
import { PanelSection } from './panel-section.tsx';
import { t } from './texts.ts';
import { useSsoChange } from './use-sso-change.ts';

type Sso = EndpointOutput<typeof ssoEndpoints.getSso>;
type Given = OidcFieldsProps['given'] & { metadata: string; lets_people_join: boolean };

/** The identity provider, over OpenID Connect or SAML. */
export function ProviderSection({ sso }: { sso: Sso }) {
  const { connection } = sso;
  const [kind, setKind] = useState<SsoConnection['kind']>(connection?.kind ?? 'oidc');
  const isKnown = connection?.kind === kind;
  const [given, setGiven] = useState<Given>(() => begin(connection));
  const save = useSsoChange(ssoEndpoints.saveSso);
  const change = (part: Partial<Given>) => setGiven((before) => ({ ...before, ...part }));
  function submit() {
    save.run({ body: toBody(kind, given) }, () => {
      change({ client_secret: '', metadata: '' });
      toast.success(t('saved'));
    });
  }
  useUnsavedText(JSON.stringify(toBody(kind, given)) !== JSON.stringify(toBody(kind, begin(connection))));
  const isEmpty =
    kind === 'oidc' ? !given.issuer.trim() || !given.client_id.trim() : !isKnown && !given.metadata.trim();
  return (
    <PanelSection title={t('provider')} text={t('provider_text')}>
      <SegmentedControl
        aria-label={t('kind')}
        className="self-start"
        data={[
          { value: 'oidc', label: t('kind_oidc') },
          { value: 'saml', label: t('kind_saml') },
        ]}
        value={kind}
        onChange={(next) => setKind(next as SsoConnection['kind'])}
      />
      <OwnAddresses kind={kind} sso={sso} />
      <Form className="flex flex-col gap-3" onSubmit={submit}>
        {kind === 'oidc' ? (
          <OidcFields given={given} change={change} isKnown={isKnown} />
        ) : (
          <SamlFields value={given.metadata} issuer={isKnown ? connection.issuer : null} change={change} />
        )}
        <Switch
          label={t('lets_people_join')}
          description={t('lets_people_join_text')}
          checked={given.lets_people_join}
          onChange={(event) => change({ lets_people_join: event.currentTarget.checked })}
        />
        {connection?.is_required && isAnotherProvider(connection, kind, given) ? (
          <p className="text-table text-amber">{t('ends_required')}</p>
        ) : null}
        <p role="alert" className="text-red text-table empty:hidden">
          {save.problem}
        </p>
        <div className="flex flex-wrap gap-2">
          <AppButton type="submit" kind="primary" loading={save.isPending} disabled={isEmpty}>
            {t('save')}
          </AppButton>
          {connection ? <RemoveConnection /> : null}
        </div>
      </Form>
      {save.dialog}
    </PanelSection>
  );
}

function begin(connection: SsoConnection | null): Given {
  const { issuer = '', client_id = '', lets_people_join = true } = connection ?? {};
  const isOidc = connection?.kind !== 'saml';
  const secrets = { client_secret: '', metadata: '' };
  return { issuer: isOidc ? issuer : '', client_id: client_id ?? '', ...secrets, lets_people_join };
}

/** What the server takes for another provider than the one that was tried. */
function isAnotherProvider(connection: SsoConnection, kind: SsoConnection['kind'], given: Given): boolean {
  if (kind !== connection.kind) return true;
  if (kind === 'saml') return given.metadata.trim() !== '';
  return given.issuer.trim() !== connection.issuer || given.client_id.trim() !== connection.client_id;
}

function toBody(kind: SsoConnection['kind'], given: Given) {
  const { metadata, client_secret, lets_people_join, ...client } = given;
  if (kind === 'saml') return { kind, metadata: metadata.trim() || undefined, lets_people_join };
  return { kind, ...client, client_secret: client_secret || undefined, lets_people_join };
}

/** What is entered at the provider. */
function OwnAddresses({ kind, sso }: { kind: SsoConnection['kind']; sso: Sso }) {
  if (kind === 'oidc')
    return <CopyLine label={t('callback')} value={sso.callback_url} copyLabel={t('copy_callback')} />;
  return (
    <>
      <CopyLine label={t('acs')} value={sso.acs_url} copyLabel={t('copy_acs')} />
      <CopyLine label={t('entity')} value={sso.entity_id} copyLabel={t('copy_entity')} />
    </>
  );
}

interface SamlFieldsProps {
  value: string;
  /** Of the provider that is known. */
  issuer: string | null;
  change: (part: { metadata: string }) => void;
}

function SamlFields({ value, issuer, change }: SamlFieldsProps) {
  return (
    <>
      {issuer ? <p className="text-table wrap-anywhere">{t('saml_known', { issuer })}</p> : null}
      <Textarea
        label={t('metadata')}
        description={t(issuer ? 'metadata_kept' : 'metadata_hint')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500_000}
        value={value}
        onChange={(event) => change({ metadata: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
    </>
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
