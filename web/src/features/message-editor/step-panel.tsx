import type { Account } from '@overture/contract/accounts';
import type { Campaign } from '@overture/contract/campaigns';
import { canSendInviteNote } from '@overture/domain/accounts';
import { type StepType, stepKind } from '@overture/domain/flow/step-types';
import { useSenders } from '../accounts/index.ts';
import { MessagePanel } from './message-panel.tsx';
import { PlainPanel } from './plain-panel.tsx';

interface StepPanelProps {
  campaign: Campaign;
  nodeId: number;
  onClose: () => void;
}

/** The drawer of a step or condition. */
export function StepPanel({ campaign, nodeId, onClose }: StepPanelProps) {
  const senders = useSenders().data?.accounts;
  const step = campaign.steps.find(({ id }) => id === nodeId);
  const node = step ?? campaign.conditions.find(({ id }) => id === nodeId);
  if (node === undefined) return null;
  const seats = senders?.filter(({ id }) => campaign.linkedin_account_ids.includes(id)) ?? [];
  if (step && hasMessage(step.step_type, seats)) {
    return <MessagePanel campaign={campaign} step={step} onClose={onClose} />;
  }
  return <PlainPanel campaign={campaign} node={node} onClose={onClose} />;
}

/** An invite has a note where one of its accounts can send it; while none is chosen it may be written. */
function hasMessage(type: StepType, seats: readonly Pick<Account, 'tier'>[]): boolean {
  if (!stepKind(type).is_message) return false;
  return type !== 'LINKEDIN_INVITE' || seats.length === 0 || seats.some(({ tier }) => canSendInviteNote(tier));
}
