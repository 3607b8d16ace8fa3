import { useQuery } from '@tanstack/react-query';
import { securityClasses as classes, FactorSections, securityTexts as t } from '../features/security/index.ts';
import { serverNow } from '../lib/api/server-clock.ts';
import { userQuery } from '../lib/api/session.ts';
import { formatDate } from '../lib/format.ts';
import { AppLink, useGo } from '../lib/navigation/navigation.tsx';
import { pb } from '../lib/navigation/paths.ts';

/** Where a person is led whose organization asks for a second factor: now, or with days left. */
export function SecondFactorScreen() {
  const go = useGo();
  const { data: user } = useQuery(userQuery);
  const due = user?.second_factor_due_at;
  const isOver = due ? new Date(due) <= serverNow() : false;
  return (
    <div className={classes.stack}>
      <h1 tabIndex={-1} className={classes.heading}>
        {t('need_title')}
      </h1>
      <p className={classes.note}>{due && !isOver ? t('need_until', { date: formatDate(due) }) : t('need_now')}</p>
      <FactorSections onSetUp={() => go(pb.dashboard())} />
      <div className={classes.actions}>
        <AppLink to={pb.logout()}>{t('need_log_out')}</AppLink>
        {isOver ? null : <AppLink to={pb.dashboard()}>{due ? t('need_later') : t('continue')}</AppLink>}
      </div>
    </div>
  );
}
