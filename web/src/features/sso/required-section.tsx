import { Switch } from '@mantine/core';
import { type SsoConnection, ssoEndpoints } from '@overture/contract/sso';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { PanelSection } from './panel-section.tsx';
import { t } from './texts.ts';
import { useSsoChange } from './use-sso-change.ts';

/** Requires Single Sign-On. Asks first, because it signs other sessions out. */
export function RequiredSection({ connection, isReady }: { connection: SsoConnection; isReady: boolean }) {
  const { is_required, way_back, tested_at } = connection;
  const [isAsking, setAsking] = useState(false);
  const change = useSsoChange(ssoEndpoints.requireSso);
  const set = (wanted: boolean) => change.run({ body: { is_required: wanted } }, () => setAsking(false));
  return (
    <PanelSection title={t('required')} text={t('required_text')}>
      <Switch
        label={t('required_switch')}
        description={way_back ? t('break_glass', { name: way_back.name, email: way_back.email }) : undefined}
        checked={is_required}
        disabled={change.isPending || (!is_required && (!isReady || !tested_at))}
        onChange={(event) => (event.currentTarget.checked ? setAsking(true) : set(false))}
      />
      <p role="alert" className="text-red text-table empty:hidden">
        {isAsking ? null : change.problem}
      </p>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('required_title')}
        confirmLabel={t('required_confirm')}
        danger
        pending={change.isPending}
        onConfirm={() => set(true)}
      >
        <p>{t('required_warning')}</p>
        <p role="alert" className="mt-2 text-red text-table empty:hidden">
          {change.problem}
        </p>
      </ConfirmDialog>
      {change.dialog}
    </PanelSection>
  );
}
