import { useGo } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { Dialog } from '../../ui/overlay.tsx';
import { t } from '../texts.ts';

/** Over every page while the organisation has neither a subscription nor a trial (core-platform 2.2). It cannot be closed. */
export function TrialEnded({ supportEmail }: { supportEmail: string | null }) {
  const go = useGo();
  return (
    <Dialog
      opened
      onClose={() => {}}
      closeOnOutside={false}
      withClose={false}
      size="small"
      title={t('trial_ended_title')}
      footer={
        <>
          <AppButton onClick={() => go(pb.logout())}>{t('log_out')}</AppButton>
          {supportEmail ? (
            <AppButton kind="primary" onClick={() => window.location.assign(`mailto:${supportEmail}`)}>
              {t('trial_ended_contact')}
            </AppButton>
          ) : null}
        </>
      }
    >
      <p>{t('trial_ended_text')}</p>
    </Dialog>
  );
}
