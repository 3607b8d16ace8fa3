import { may } from '@overture/domain/access/permissions';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { dashboardClasses as classes, DashboardContent, dashboardTexts as t } from '../features/dashboard/index.ts';
import { useUser } from '../lib/api/session.ts';
import { useGo } from '../lib/navigation/navigation.tsx';
import { pb } from '../lib/navigation/paths.ts';
import { setPlanDialog } from '../lib/plan/plan-dialogs.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const OnboardingWizard = lazyPart(() =>
  import('../features/onboarding/index.ts').then((file) => ({ default: file.OnboardingWizard })),
);

const route = getRouteApi('/private/dashboard');

export function DashboardScreen() {
  const user = useUser();
  const { onboarding, upgrade } = route.useSearch();
  const go = useGo();
  const { has_payments, active_subscription } = user.organization;
  useEffect(() => {
    if (!upgrade) return;
    if (has_payments && !active_subscription) setPlanDialog('upgrade');
    go(pb.dashboard({ onboarding }), { replace: true });
  }, [upgrade, onboarding, has_payments, active_subscription, go]);
  return (
    <div className={classes.page}>
      <header>
        <h1 tabIndex={-1} className={classes.title}>
          {t('welcome', { name: user.name })}
        </h1>
        <p className={classes.subtitle}>{onboarding ? t('subtitle_new') : t('subtitle')}</p>
      </header>
      <DashboardContent user={user} />
      {onboarding && may(user, 'knowledge_base') ? (
        <Suspense fallback={null}>
          <OnboardingWizard onClose={() => go(pb.dashboard(), { replace: true })} />
        </Suspense>
      ) : null}
    </div>
  );
}
