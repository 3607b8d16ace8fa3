import type { AdminOrganizationRow } from '@overture/contract/admin';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

const tones: Record<AdminOrganizationRow['plan'], StatusTone> = {
  unlimited: 'green',
  subscription: 'green',
  trial: 'blue',
  none: 'grey',
};

/** What an organization may do now. */
export function PlanChip({ organization }: { organization: Pick<AdminOrganizationRow, 'plan' | 'suspended_at'> }) {
  if (organization.suspended_at) return <StatusChip tone="red">{t('suspended')}</StatusChip>;
  return <StatusChip tone={tones[organization.plan]}>{t(`plan_${organization.plan}`)}</StatusChip>;
}
