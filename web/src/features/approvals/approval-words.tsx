import type { Approval } from '@overture/contract/approvals';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

const TONES: Record<Approval['state'], StatusTone> = {
  waiting: 'amber',
  done: 'green',
  refused: 'grey',
  expired: 'grey',
  void: 'red',
};

export const ApprovalState = ({ state }: Pick<Approval, 'state'>) => (
  <StatusChip tone={TONES[state]}>{t(`state_${state}`)}</StatusChip>
);

export const askedBy = ({ api_key }: Approval): string =>
  api_key ? t(api_key.is_app ? 'by_app' : 'by_key', { name: api_key.name }) : t('key_deleted');
