import type { MessageScore, ScoreArea, ScoreLoss } from '@overture/domain/message/advice/message-score';
import type { ScoreFix } from '@overture/domain/message/advice/score-fixes';
import { IconAlertCircle, IconBulb, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';

interface ScoreViewProps {
  score: MessageScore;
  /** Whether a fix can be made where the message is edited now. */
  mayFix?: (fix: ScoreFix) => boolean;
  onFix: (fix: ScoreFix) => void;
  /** Takes the last fix back; absent while there is none. */
  onUndo?: (() => void) | undefined;
  /** Beside an advice that has its own remedy. */
  remedy?: (loss: ScoreLoss) => ReactNode;
}

/** The score of a message: a number, three sentences, and what costs points with its remedy. */
export function ScoreView({ score, mayFix = () => true, onFix, onUndo, remedy }: ScoreViewProps) {
  return (
    <section aria-label={t('score')} className="flex flex-col gap-2 text-table">
      <div className="flex items-center gap-2 min-h-8">
        <h3 className="text-table font-medium">{t('score')}</h3>
        <ScoreNumber points={score.points} />
        {onUndo ? (
          <span className="ms-auto">
            <AppButton size="small" kind="quiet" onClick={onUndo}>
              {t('score_undo')}
            </AppButton>
          </span>
        ) : null}
      </div>
      <ul className="flex flex-col gap-1 m-0 p-0 list-none text-ink-2" aria-label={t('score_sentences')}>
        {score.sentences.map(({ area, text, lost }) => (
          <li key={area} className="flex gap-2 items-start">
            {lost === 0 ? (
              <IconCheck size={16} className="flex-none mt-px text-green" aria-hidden />
            ) : (
              <IconBulb size={16} className="flex-none mt-px text-amber" aria-hidden />
            )}
            <span className="wrap-anywhere">{sentenceOf(area, text)}</span>
          </li>
        ))}
      </ul>
      {score.losses.length > 0 ? (
        <ul className="flex flex-col gap-1 m-0 p-0 list-none" aria-label={t('score_losses')}>
          {score.losses.map((loss) => (
            <Loss key={loss.id} loss={loss} mayFix={mayFix} onFix={onFix} remedy={remedy} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const sentenceOf = (area: ScoreArea, text: string): ReactNode => (
  <>
    <span className="font-medium text-ink">{t(`score_${area}`)}</span> {text}
  </>
);

/** A score that no color alone carries: the number says it. */
function ScoreNumber({ points }: { points: number }) {
  const tone = points >= 80 ? 'text-green' : points >= 50 ? 'text-amber' : 'text-red';
  return (
    <span className={`number font-medium ${tone}`} role="status">
      {t('score_points', { points })}
    </span>
  );
}

type LossProps = { loss: ScoreLoss } & Required<Pick<ScoreViewProps, 'mayFix' | 'onFix'>> &
  Pick<ScoreViewProps, 'remedy'>;

function Loss({ loss, mayFix, onFix, remedy }: LossProps) {
  const { kind, text, points, fix } = loss;
  const own = remedy?.(loss);
  return (
    <li className={`flex gap-2 items-start ${kind === 'error' ? 'text-red' : 'text-ink-2'}`}>
      {kind === 'error' ? (
        <IconAlertCircle size={16} className="flex-none mt-px" aria-hidden />
      ) : (
        <span className="flex-none w-4 text-center text-ink-3" aria-hidden>
          ·
        </span>
      )}
      <span className="flex-1 min-w-0 wrap-anywhere">
        {text} <span className="text-ink-3 number">{t('score_lost', { points })}</span>
      </span>
      {own ??
        (fix !== null && mayFix(fix) ? (
          <AppButton
            size="small"
            aria-label={t('score_fix_label', { fix: t(`fix_${fix}`), text })}
            onClick={() => onFix(fix)}
          >
            {t(`fix_${fix}`)}
          </AppButton>
        ) : null)}
    </li>
  );
}
