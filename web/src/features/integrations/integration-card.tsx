import { type Integration, integrationsEndpoints } from '@overture/contract/integrations';
import { may } from '@overture/domain/access/permissions';
import { IconArrowsExchange, IconExternalLink, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { browserZone } from '../../lib/time-zones.ts';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { CrmMark } from './crm-mark.tsx';
import { t } from './texts.ts';

interface IntegrationCardProps {
  integration: Integration;
  onMapping: () => void;
  onSync: () => void;
}

/** State of one CRM, and the one next action. */
export function IntegrationCard({ integration, onMapping, onSync }: IntegrationCardProps) {
  const { name, connected, is_configured, has_boards } = integration;
  const mayManage = may(useUser(), 'integrations');
  const text = has_boards ? t('boards_text') : t('records_text');
  return (
    <article className="flex flex-col gap-3 p-4 border border-line rounded-card bg-raised" aria-label={name}>
      <header className="flex items-center gap-3 min-w-0">
        <CrmMark name={name} />
        <div className="flex-1 min-w-0">
          <h3 className="text-body font-semibold truncate">{name}</h3>
          <p className="text-ink-3 text-table">{connected ? integration.account_name : text}</p>
        </div>
        <State integration={integration} />
        {connected && mayManage ? <CardMenu integration={integration} /> : null}
      </header>
      <Missing integration={integration} />
      {integration.paused_until ? <Paused integration={integration} /> : null}
      {is_configured ? null : (
        <p className="text-ink-3 text-table">
          {t('not_configured_text', { settings: integration.missing_settings.join(', ') })}
        </p>
      )}
      {mayManage ? (
        <Actions integration={integration} onMapping={onMapping} onSync={onSync} />
      ) : (
        <p className="mt-auto text-ink-3 text-table">{t('managers_only')}</p>
      )}
    </article>
  );
}

/** What connecting again is for. */
function Missing({ integration: { name, connected, needs_reconnect, missing_grant } }: { integration: Integration }) {
  const text =
    needs_reconnect && missing_grant === 'scopes'
      ? t('grant_text', { name })
      : needs_reconnect
        ? t('reconnect_text', { name })
        : connected && missing_grant === 'reference'
          ? t('reference_text', { name })
          : null;
  return text === null ? null : <p className="text-ink-2 text-table">{text}</p>;
}

/** Organization admins connect it and choose the mapping. */
function Actions({ integration, onMapping, onSync }: IntegrationCardProps) {
  const { name, connected, needs_reconnect, is_configured } = integration;
  const connect = useConnect(integration);
  const reconnect = (
    <AppButton
      size="small"
      kind={needs_reconnect ? 'primary' : 'secondary'}
      loading={connect.isPending}
      onClick={() => connect.mutate({ params: { id: integration.integration_type }, body: {} })}
    >
      {t('reconnect')}
    </AppButton>
  );
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 mt-auto min-h-9">
      {connected ? (
        <>
          <span className="flex flex-wrap gap-2 min-w-0">
            <AppButton size="small" icon={<IconArrowsExchange size={15} aria-hidden />} onClick={onMapping}>
              {t('mapping')}
            </AppButton>
            <AppButton size="small" icon={<IconRefresh size={15} aria-hidden />} onClick={onSync}>
              {t('sync')}
            </AppButton>
            {integration.missing_grant === 'reference' ? reconnect : null}
          </span>
          <span className="flex-none text-ink-3 text-meta number">
            {t('calls_today', { count: formatNumber(integration.calls_today) })}
          </span>
        </>
      ) : is_configured && needs_reconnect ? (
        reconnect
      ) : is_configured ? (
        <AppButton
          size="small"
          loading={connect.isPending}
          aria-label={t('connect_named', { name })}
          onClick={() => connect.mutate({ params: { id: integration.integration_type }, body: {} })}
        >
          {t('connect')}
        </AppButton>
      ) : null}
    </footer>
  );
}

function State({ integration: { connected, needs_reconnect, is_configured } }: { integration: Integration }) {
  if (connected) return <StatusChip tone="green">{t('connected')}</StatusChip>;
  if (needs_reconnect) return <StatusChip tone="amber">{t('reconnect_needed')}</StatusChip>;
  return is_configured ? null : <StatusChip tone="grey">{t('not_configured')}</StatusChip>;
}

function Paused({ integration }: { integration: Integration }) {
  const time = formatDateTime(integration.paused_until ?? '', browserZone());
  return (
    <p className="text-ink-2 text-table" role="status">
      <StatusChip tone="amber">{t('paused', { time })}</StatusChip> {integration.pause_reason}
    </p>
  );
}

/** Away to the CRM's own page; it leads back here. */
function useConnect({ name }: Integration) {
  return useMutation({
    ...mutationOptions(integrationsEndpoints.connectIntegration),
    onSuccess: ({ authorization_url }) => {
      if (authorization_url) window.location.assign(authorization_url);
    },
    onError: (error) => toast.error(errorMessage(error, t('connect_failed', { name }))),
  });
}

function CardMenu({ integration }: { integration: Integration }) {
  const { name, account_url, integration_type } = integration;
  const [isAsking, setAsking] = useState(false);
  const disconnect = useMutation({
    ...mutationOptions(integrationsEndpoints.disconnectIntegration),
    onSuccess: () => {
      setAsking(false);
      toast.success(t('disconnect_done', { name }));
      return whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('disconnect_failed', { name }))),
  });
  return (
    <>
      <ActionMenu
        label={`${name}: ${t('disconnect')}`}
        entries={[
          ...(account_url?.startsWith('https://')
            ? [
                {
                  id: 'open',
                  label: t('account_open', { name }),
                  icon: <IconExternalLink size={16} aria-hidden />,
                  onSelect: () => void window.open(account_url, '_blank', 'noreferrer'),
                },
              ]
            : []),
          {
            id: 'disconnect',
            label: t('disconnect'),
            icon: <IconPlugConnectedX size={16} aria-hidden />,
            danger: true,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('disconnect_title', { name })}
        confirmLabel={t('disconnect')}
        danger
        pending={disconnect.isPending}
        onConfirm={() => disconnect.mutate({ params: { id: integration_type } })}
      >
        {t('disconnect_text', { name })}
      </ConfirmDialog>
    </>
  );
}
