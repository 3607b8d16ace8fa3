import classes from './connect-mailbox.module.css';
import { t } from './texts.ts';

/** Which of the two steps this is. */
export function StepHead({ step, title }: { step: 1 | 2; title: string }) {
  return (
    <div className={classes.stepHead}>
      <h2>{title}</h2>
      <span className={`${classes.stepCount} number`}>{t('step_of', { step })}</span>
    </div>
  );
}
