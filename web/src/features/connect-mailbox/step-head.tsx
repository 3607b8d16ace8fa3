import { t } from './texts.ts';

export function StepHead({ step, title }: { step: 1 | 2; title: string }) {
  return (
    <div className="flex items-baseline justify-between">
      <h2>{title}</h2>
      <span className="text-ink-3 text-meta number">{t('step_of', { step })}</span>
    </div>
  );
}
