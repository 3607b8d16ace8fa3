import { addressChecksEndpoints } from '@overture/contract/address-checks';
import { type UnsubscribeRule, unsubscribeRuleEndpoints } from '@overture/contract/unsubscribe-rule';
import type { SwitchName } from '@overture/domain/organization/settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { SettingSwitch, SettingSwitches } from '../organization-settings/index.ts';
import { t } from './texts.ts';

const SWITCHES = {
  sends_risky: () => <CheckSwitch name="sends_risky" />,
  checks_imports: () => <CheckSwitch name="checks_imports" />,
  requires_link: LinkSwitch,
};

export function SuppressionSwitches() {
  return <SettingSwitches screen="suppressions" parts={SWITCHES} />;
}

/** Shown only on servers that have a verification service. */
function CheckSwitch({ name }: { name: SwitchName }) {
  const checks = useQuery({ ...queryOptions(addressChecksEndpoints.getAddressChecks), retry: false });
  return checks.data?.can_verify ? <SettingSwitch name={name} /> : null;
}

/** Whether every campaign mail has an unsubscribe link. Turning it on names the running campaigns whose mails it holds. */
function LinkSwitch() {
  const [confirm, setConfirm] = useState<(() => void) | null>(null);
  const rule = useQuery({ ...queryOptions(unsubscribeRuleEndpoints.getUnsubscribeRule), retry: false });
  if (!rule.data) return null;
  const { requires_link, total_unlinked } = rule.data;
  const isHolding = requires_link && total_unlinked > 0;
  return (
    <>
      <SettingSwitch
        name="requires_link"
        more={isHolding ? <span className="text-red">{formatNames(rule.data, 'link_held')}</span> : null}
        onRequest={(isOn, save) => (isOn && total_unlinked > 0 ? setConfirm(() => save) : save())}
      />
      <ConfirmDialog
        opened={confirm !== null}
        onClose={() => setConfirm(null)}
        title={t('link_question')}
        confirmLabel={t('link_confirm')}
        onConfirm={() => {
          confirm?.();
          setConfirm(null);
        }}
      >
        {formatNames(rule.data, 'link_question_text')}
      </ConfirmDialog>
    </>
  );
}

const SHOWN_NAMES = 3;

function formatNames(
  { unlinked_campaigns, total_unlinked }: UnsubscribeRule,
  text: 'link_held' | 'link_question_text',
): string {
  const shown = unlinked_campaigns.slice(0, SHOWN_NAMES).map(({ name }) => name);
  const more = total_unlinked - shown.length;
  const names = [...shown, ...(more > 0 ? [t('link_more', { more: formatNumber(more) })] : [])].join(', ');
  return t(text, { count: total_unlinked, names });
}
