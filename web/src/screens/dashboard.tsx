import { getRouteApi } from '@tanstack/react-router';
import { dashboardClasses as classes, DashboardContent, dashboardTexts as t } from '../features/dashboard/index.ts';
import { useUser } from '../lib/api/session.ts';

const route = getRouteApi('/private/dashboard');

export function DashboardScreen() {
  const user = useUser();
  const { onboarding } = route.useSearch();
  return (
    <div className={classes.page}>
      <header>
        <h1 tabIndex={-1} className={classes.title}>
          {t('welcome', { name: user.name })}
        </h1>
        <p className={classes.subtitle}>{onboarding ? t('subtitle_new') : t('subtitle')}</p>
      </header>
      <DashboardContent user={user} />
    </div>
  );
}
