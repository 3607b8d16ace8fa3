import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconLoader2 } from '@tabler/icons-react';
import classes from './connect-mailbox.module.css';
import { t } from './texts.ts';

/** What a refusal says: which of the two servers, and its own words. */
export interface Refusal {
  protocol: 'IMAP' | 'SMTP' | null;
  message: string;
}

/** Both sign-ins while they run (first IMAP, then SMTP), or the one that was refused with the server's own words. */
export function SignInProgress({ isRunning, refusal }: { isRunning: boolean; refusal: Refusal | undefined }) {
  if (isRunning) {
    return (
      <div className={classes.progress} role="status">
        <p>
          <IconLoader2 size={16} className={classes.turning} aria-hidden />
          {t('imap_checking')}
        </p>
        <p className={classes.later}>
          <IconCircleDashed size={16} aria-hidden />
          {t('smtp_checking')}
        </p>
      </div>
    );
  }
  if (!refusal) return null;
  const title =
    refusal.protocol === null ? t('failed') : t(refusal.protocol === 'IMAP' ? 'imap_failed' : 'smtp_failed');
  return (
    <div className={classes.refusal} role="alert">
      {refusal.protocol === 'SMTP' ? (
        <p className={classes.worked}>
          <IconCircleCheck size={16} aria-hidden />
          {t('imap_worked')}
        </p>
      ) : null}
      <p className={classes.refusalTitle}>
        <IconAlertCircle size={16} aria-hidden />
        {title}
      </p>
      <p className={classes.words}>{refusal.message}</p>
      <p className={classes.hint}>{t('nothing_saved')}</p>
    </div>
  );
}
