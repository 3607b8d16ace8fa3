import { useNetwork } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLiveStatus } from '../../lib/live.ts';
import { t } from '../texts.ts';
import classes from './connection-hint.module.css';

/** Says that what is shown may be old; short interruptions pass unmentioned. */
export function ConnectionHint() {
  const { online } = useNetwork();
  const status = useLiveStatus();
  const isBroken = status === 'closed' || !online;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(isBroken), isBroken ? 5000 : 0);
    return () => clearTimeout(timer);
  }, [isBroken]);
  return (
    <div aria-live="polite" className={classes.place}>
      {isShown && isBroken ? (
        <span className={classes.hint}>
          <IconCloudOff size={16} aria-hidden />
          {online ? t('reconnecting') : t('offline')}
        </span>
      ) : null}
    </div>
  );
}
