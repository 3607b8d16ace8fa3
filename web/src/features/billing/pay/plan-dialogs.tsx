import { setPlanDialog, usePlanDialog } from '../../../lib/plan/plan-dialogs.ts';
import { CreditsDialog } from './credits-dialog.tsx';
import { ReferralDialog } from './referral-dialog.tsx';
import { UpgradeDialog } from './upgrade-dialog.tsx';

/** The dialog about plan or credits that a screen opened. */
export function PlanDialogs() {
  const dialog = usePlanDialog();
  const close = () => setPlanDialog(undefined);
  if (dialog === 'upgrade') return <UpgradeDialog opened onClose={close} />;
  if (dialog === 'credits') return <CreditsDialog opened onClose={close} />;
  return dialog === 'referral' ? <ReferralDialog opened onClose={close} /> : null;
}
