import type { Account } from '@overture/contract/accounts';
import type { Campaign } from '@overture/contract/campaigns';
import { isEmailAccount, weakestTier } from '@overture/domain/accounts';
import { type Flow, type FlowNode, nodeAt, type Position } from '@overture/domain/flow/flow';
import { isStepType, type NodeType, stepKind } from '@overture/domain/flow/step-types';
import { useUser } from '../../../lib/api/session.ts';
import { useSenders } from '../../accounts/index.ts';
import { parseFlow } from '../read-flow.ts';
import type { useFlowChanges } from '../use-flow-changes.ts';
import { AddStepDrawer } from './add-step-drawer.tsx';
import { DeleteStepDialog } from './delete-step-dialog.tsx';

interface FlowDialogsProps {
  campaign: Campaign;
  flow: Flow;
  changes: ReturnType<typeof useFlowChanges>;
  /** Where a step is to be added. */
  position: Position | undefined;
  onPosition: (position: Position | undefined) => void;
  /** What is to be deleted, once that is confirmed. */
  deleting: FlowNode | undefined;
  onDeleting: (node: FlowNode | undefined) => void;
  onDeleted: (node: FlowNode) => void;
  onOpen: (id: number) => void;
}

/** The drawer that adds a step and the dialog that takes one away: loaded when the first of them opens. */
export function FlowDialogs(props: FlowDialogsProps) {
  const { campaign, flow, changes, position, onPosition, deleting, onDeleting, onDeleted, onOpen } = props;
  const flags = useUser().organization.branding_settings;
  const senders = useSenders().data?.accounts;
  const seats = senders?.filter(({ id }) => campaign.linkedin_account_ids.includes(id)) ?? [];
  const tier = weakestTier(seats.map((seat) => seat.tier));
  const add = (type: NodeType) => {
    if (position === undefined) return;
    const onSuccess = (answer: { campaign: Campaign }) => {
      onPosition(undefined);
      const added = nodeAt(parseFlow(answer.campaign), position);
      // A campaign cannot start without this message, so its editor opens.
      if (added && isStepType(added.type) && stepKind(added.type).needs_message) onOpen(added.id);
    };
    changes.add.mutate({ type, position }, { onSuccess });
  };
  return (
    <>
      <AddStepDrawer
        position={position}
        flow={flow}
        flags={flags}
        tier={tier}
        tracking={campaign}
        missing={senders ? findMissing(senders) : []}
        isPending={changes.add.isPending}
        onClose={() => onPosition(undefined)}
        onChoose={add}
      />
      <DeleteStepDialog
        node={deleting}
        flow={flow}
        isPending={changes.remove.isPending}
        onClose={() => onDeleting(undefined)}
        onConfirm={(node) =>
          changes.remove.mutate(node, { onSuccess: () => onDeleted(node), onSettled: () => onDeleting(undefined) })
        }
      />
    </>
  );
}

function findMissing(accounts: readonly Account[]): ('linkedin' | 'email')[] {
  const has = {
    linkedin: accounts.some(({ account_type }) => account_type === 'LINKEDIN'),
    email: accounts.some(({ account_type }) => isEmailAccount(account_type)),
  };
  return (['linkedin', 'email'] as const).filter((channel) => !has[channel]);
}
