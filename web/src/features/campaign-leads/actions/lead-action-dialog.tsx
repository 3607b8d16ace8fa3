import type { CampaignLead } from '@overture/contract/campaign-leads';
import { useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from '../texts.ts';
import { BeginAgainDialog } from './begin-again-dialog.tsx';
import type { LeadChoice, useLeadActions } from './use-lead-actions.ts';

/** What is asked about: one lead, the selected ones where none is named, or the incomplete ones. */
export type AskedAction = { kind: 'move_back' | 'archive'; lead?: CampaignLead } | { kind: 'incomplete' };

interface LeadActionDialogProps {
  asked: AskedAction | undefined;
  selected: { count: number; choice: LeadChoice };
  actions: ReturnType<typeof useLeadActions>;
  onClose: () => void;
}

/** Asks before leads leave a campaign, or begin again with another account. */
export function LeadActionDialog({ asked, selected, actions, onClose }: LeadActionDialogProps) {
  const [shown, setShown] = useState(asked);
  // The words stay while the dialog closes.
  if (asked !== undefined && asked !== shown) setShown(asked);
  const isOne = shown !== undefined && 'lead' in shown && shown.lead !== undefined;
  const count = isOne ? 1 : Math.max(1, selected.count);
  const choice: LeadChoice = isOne ? { prospect_ids: [shown.lead?.id ?? 0] } : selected.choice;
  const words = { count, shown: formatNumber(count) };
  function confirm() {
    if (shown?.kind === 'incomplete') actions.archiveIncomplete.mutate();
    else if (shown?.kind === 'archive') actions.archive.mutate(choice);
    else actions.moveBack.mutate(choice);
  }
  const texts = {
    incomplete: [t('archive_incomplete_title'), t('archive_incomplete_text'), t('archive')],
    archive: [t('archive_title', words), t('archive_text'), t('archive')],
    move_back: [t('move_back_title', words), t('move_back_text'), t('move_back')],
  } as const;
  const [title, text, label] = texts[shown?.kind ?? 'archive'];
  return (
    <>
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={onClose}
        title={title}
        confirmLabel={label}
        pending={actions.archive.isPending || actions.moveBack.isPending || actions.archiveIncomplete.isPending}
        onConfirm={confirm}
      >
        {text}
      </ConfirmDialog>
      <BeginAgainDialog actions={actions} />
    </>
  );
}
