import 'driver.js/dist/driver.css';
import { tourEndpoints } from '@overture/contract/tour';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { setTour, type TourProgress } from '../../lib/tour.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { STEPS } from './steps.ts';
import { t } from './texts.ts';
import { useGuide } from './use-guide.ts';

/** The guided tour over any screen: eleven steps, then the choice to keep its examples. */
export function Tour({ progress }: { progress: TourProgress }) {
  return progress.step < STEPS.length ? <Guide progress={progress} /> : <Completion />;
}

function Guide({ progress }: { progress: TourProgress }) {
  const [isLeaving, setLeaving] = useState(false);
  const { problem, retry } = useGuide(progress, isLeaving, () => setLeaving(true));
  const removal = useRemoval();
  const end = (
    <AppButton kind={problem ? 'secondary' : 'danger'} loading={removal.isPending} onClick={() => removal.mutate({})}>
      {t('close')}
    </AppButton>
  );
  if (problem)
    return (
      <Dialog
        opened
        size="small"
        title={t('failed_title')}
        onClose={retry}
        footer={
          <>
            {end}
            <AppButton kind="primary" onClick={retry}>
              {t('retry')}
            </AppButton>
          </>
        }
      >
        <p role="alert" className="text-red">
          {problem}
        </p>
        <p className="mt-2 text-ink-2">{t('failed_text')}</p>
      </Dialog>
    );
  return (
    <Dialog
      opened={isLeaving}
      size="small"
      title={t('leave_title')}
      onClose={() => setLeaving(false)}
      footer={
        <>
          <AppButton onClick={() => setLeaving(false)}>{t('continue')}</AppButton>
          {end}
        </>
      }
    >
      <p className="text-ink-2">{t('leave_text')}</p>
    </Dialog>
  );
}

/** Shown once, at the end. */
function Completion() {
  const removal = useRemoval();
  return (
    <Dialog
      opened
      title={t('done_title')}
      onClose={() => setTour(undefined)}
      footer={
        <>
          <AppButton loading={removal.isPending} onClick={() => removal.mutate({})}>
            {t('remove')}
          </AppButton>
          <AppButton kind="primary" onClick={() => setTour(undefined)}>
            {t('keep')}
          </AppButton>
        </>
      }
    >
      <p className="text-ink-2">{t('done_text')}</p>
    </Dialog>
  );
}

/** Ends the tour with all that it made. */
function useRemoval() {
  const client = useQueryClient();
  const go = useGo();
  return useMutation({
    ...mutationOptions(tourEndpoints.removeTourExamples),
    onSuccess: async () => {
      setTour(undefined);
      go(pb.dashboard());
      toast.success(t('removed'));
      await client.invalidateQueries();
    },
    onError: (error) => toast.error(errorMessage(error, t('not_removed'))),
  });
}
