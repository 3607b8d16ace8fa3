import { useEffect } from 'react';
import { PageSpinner } from '../../ui/feedback/spinner.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { EmailFields } from '../members/index.ts';
import { CompanyStep, WebsiteStep } from './steps.tsx';
import { t } from './texts.ts';
import { useWizard, type Wizard } from './use-wizard.ts';

const TITLES = { 1: 'website_title', 2: 'company_title', 3: 'team_title', 4: 'done_title' } as const;

/** The welcome of a new account. It cannot be dismissed, and every step but the first can be left as it is. */
export function OnboardingWizard({ onClose }: { onClose: () => void }) {
  const wizard = useWizard(onClose);
  const { step } = wizard;
  useFocusOfStep(step);
  return (
    <Dialog
      opened
      onClose={() => {}}
      withClose={false}
      closeOnOutside={false}
      title={t(step === 4 && wizard.canTour ? 'tour_title' : TITLES[step])}
      footer={<Footer wizard={wizard} />}
    >
      {step < 4 ? <Progress step={step} steps={wizard.steps} /> : null}
      <Form id="onboarding" className="grid gap-4" onSubmit={wizard.next}>
        <Step wizard={wizard} />
      </Form>
      {wizard.problem ? (
        <p role="alert" className="mt-3 text-red text-table">
          {wizard.problem}
        </p>
      ) : null}
    </Dialog>
  );
}

/** The focused field disappears with its step: focus moves to the first field of the next one, or to its button. */
function useFocusOfStep(step: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step.
  useEffect(() => {
    const field = document.querySelector<HTMLElement>('#onboarding :is(input, textarea)');
    (field ?? document.querySelector<HTMLElement>('button[form=onboarding]'))?.focus();
  }, [step]);
}

function Step({ wizard }: { wizard: Wizard }) {
  if (wizard.step === 1 && wizard.isPending) return <PageSpinner label={t('reading')} />;
  if (wizard.step === 1) return <WebsiteStep {...wizard.website} error={wizard.errors.website_url} />;
  if (wizard.step === 2) return <CompanyStep {...wizard.company} errors={wizard.errors} />;
  if (wizard.step === 3)
    return (
      <>
        <p className="text-ink-2">{t('team_text')}</p>
        <EmailFields emails={wizard.team.value} errors={wizard.errors} onChange={wizard.team.setEmails} />
      </>
    );
  return <p className="text-ink-2">{t(wizard.canTour ? 'tour_text' : 'done_text')}</p>;
}

function Footer({ wizard }: { wizard: Wizard }) {
  const { step, isPending, canGoOn } = wizard;
  return (
    <>
      {step === 2 || step === 3 ? (
        <AppButton onClick={wizard.back} disabled={isPending}>
          {t('back')}
        </AppButton>
      ) : null}
      {step === 4 && wizard.canTour ? (
        <AppButton onClick={() => wizard.finish(false)}>{t('tour_later')}</AppButton>
      ) : null}
      <AppButton kind="primary" type="submit" form="onboarding" disabled={!canGoOn} loading={isPending}>
        {t(nextLabel(wizard))}
      </AppButton>
    </>
  );
}

function nextLabel({ step, isLast, team, canTour }: Wizard) {
  if (step === 4) return canTour ? 'start_tour' : 'done';
  if (!isLast) return 'next';
  return step === 3 && team.value.every((email) => email.trim() === '') ? 'skip' : 'finish';
}

function Progress({ step, steps }: { step: number; steps: number }) {
  const words = t('step', { step, steps });
  return (
    <div className="flex items-center gap-2 mb-4">
      <div className="flex flex-1 gap-1" aria-hidden>
        {[1, 2, 3].slice(0, steps).map((part) => (
          <span key={part} className={`h-1 flex-1 rounded-[2px] ${part <= step ? 'bg-accent-line' : 'bg-pressed'}`} />
        ))}
      </div>
      <span className="text-ink-3 text-meta number">{words}</span>
    </div>
  );
}
