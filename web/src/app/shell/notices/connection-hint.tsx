import { useNetwork } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLiveStatus } from '../../../lib/api/live.ts';
import { useServerAway } from '../../../lib/api/server-state.ts';
import { t } from '../../texts.ts';
import classes from '../shell.module.css';

/** Milliseconds before a broken live connection is shown. An unavailable server is shown sooner. */
const SOCKET_GRACE = 5000;
const SERVER_GRACE = 700;

/** Warns that the page may be outdated. Short interruptions are not shown. */
export function ConnectionHint() {
  const { online } = useNetwork();
  const isAway = useServerAway();
  const isBroken = useLiveStatus() === 'closed' || !online || isAway;
  const grace = isAway ? SERVER_GRACE : SOCKET_GRACE;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(isBroken), isBroken ? grace : 0);
    return () => clearTimeout(timer);
  }, [isBroken, grace]);
  return (
    <div aria-live="polite" className={classes.place}>
      {isShown && isBroken ? (
        <span className="inline-flex items-center gap-2 mx-3 py-1.75 px-3.5 rounded-[20px] bg-amber-soft shadow-float text-amber text-table">
          <IconCloudOff size={16} aria-hidden />
          {online ? t('reconnecting') : t('offline')}
        </span>
      ) : null}
    </div>
  );
}
