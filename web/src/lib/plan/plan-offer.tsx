import { canSeeBilling } from '@overture/domain/access/permissions';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { useUser } from '../api/session.ts';
import { defineTexts } from '../texts.ts';
import { setPlanDialog } from './plan-dialogs.ts';

const t = defineTexts({
  credits: 'Get more credits',
  upgrade: 'Upgrade plan',
});

/** A way out where credits or the plan do not suffice: more credits for who has a plan, else a plan. Nothing where neither can be bought. */
export function PlanOffer({ onOpen }: { onOpen?: () => void }) {
  const user = useUser();
  const { has_payments, active_subscription } = user.organization;
  if (!has_payments || !canSeeBilling(user)) return null;
  function open() {
    onOpen?.();
    setPlanDialog(active_subscription ? 'credits' : 'upgrade');
  }
  return (
    <AppButton size="small" onClick={open}>
      {t(active_subscription ? 'credits' : 'upgrade')}
    </AppButton>
  );
}
