import { Switch, Tabs } from '@mantine/core';
import { type Integration, integrationsEndpoints } from '@overture/contract/integrations';
import type { CrmSyncSwitch } from '@overture/domain/crm';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { BoardSelect } from './board-select.tsx';
import { ExchangeLog } from './exchange-log.tsx';
import { OwnerColumnSelect, OwnerFields, StageSelect } from './sync-choices.tsx';
import { t } from './texts.ts';

/** Automatic sync with the CRM, and its log. */
export function SyncPanel({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  return (
    <SidePanel opened onClose={onClose} width={640} title={t('sync_title', { name: integration.name })}>
      <Tabs defaultValue="sync" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="sync">{t('sync_tab_sync')}</Tabs.Tab>
          <Tabs.Tab value="log">{t('sync_tab_log')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sync" className="flex flex-col gap-4 pt-4">
          <SyncForm integration={integration} onSaved={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="log" className="flex flex-col gap-4 pt-4">
          <ExchangeLog integrationType={integration.integration_type} />
        </Tabs.Panel>
      </Tabs>
    </SidePanel>
  );
}

function SyncForm({ integration, onSaved }: { integration: Integration; onSaved: () => void }) {
  const { name, has_boards, interest, integration_type: id } = integration;
  const [sync, setSync] = useState<CrmSyncSwitch[]>(integration.sync);
  const [board, setBoard] = useState(integration.sync_board_id);
  const [stage, setStage] = useState(integration.sync_stage);
  const [owner, setOwner] = useState({ owner_kind: integration.owner_kind, owner_id: integration.owner_id });
  const [column, setColumn] = useState(integration.owner_column_id);
  const save = useMutation({
    ...mutationOptions(integrationsEndpoints.saveIntegrationSettings),
    onSuccess: async () => {
      toast.success(t('sync_saved'));
      await whenRefetched();
      onSaved();
    },
    onError: (error) => toast.error(errorMessage(error, t('sync_failed'))),
  });
  const row = (key: CrmSyncSwitch, text: string) => (
    <Switch
      key={key}
      label={t(`sync_${key}`)}
      description={text}
      checked={sync.includes(key)}
      onChange={({ currentTarget: { checked } }) =>
        setSync((before) => (checked ? [...before, key] : before.filter((one) => one !== key)))
      }
    />
  );
  return (
    <>
      <p className="text-ink-2 text-table">{t('sync_text')}</p>
      {has_boards ? <BoardSelect integration={integration} value={board} onChange={setBoard} /> : null}
      <h3 className="text-body font-semibold">{t('sync_write', { name })}</h3>
      {row('new_leads', t('sync_new_leads_text'))}
      {row('replies', t('sync_replies_text'))}
      {(['calls', 'meetings'] as const).map((key) => row(key, t(`sync_${key}_text`)))}
      {row('interest', t(`sync_interest_${interest}`))}
      {sync.includes('interest') && (!has_boards || board) ? (
        <StageSelect integration={integration} board={board} value={stage} onChange={setStage} />
      ) : null}
      {row('board_cards', t('sync_board_cards_text'))}
      <OwnerFields integration={integration} choice={owner} onChange={setOwner} />
      <h3 className="mt-2 text-body font-semibold">{t('sync_read', { name })}</h3>
      {row('read_back', t('sync_read_back_text'))}
      {row('unsubscribes', t('sync_unsubscribes_text'))}
      {row('owners', t('sync_owners_text'))}
      {sync.includes('owners') ? <OwnerColumnSelect value={column} onChange={setColumn} /> : null}
      <div className="flex justify-end">
        <AppButton
          kind="primary"
          loading={save.isPending}
          onClick={() =>
            save.mutate({ params: { id }, body: { sync, board_id: board, stage, ...owner, owner_column_id: column } })
          }
        >
          {t('sync_save')}
        </AppButton>
      </div>
    </>
  );
}
