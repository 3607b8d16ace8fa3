import type { Campaign } from '@overture/contract/campaigns';
import type { SequenceAngle } from '@overture/contract/sequence-writing';
import { SEQUENCE_MESSAGE_CREDITS } from '@overture/domain/money/credits';
import { useState } from 'react';
import { ProgressLine } from '../../ui/feedback/progress-line.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import type { Plan } from './brief-part.tsx';
import { canUse } from './cards.ts';
import { MessageCard } from './message-card.tsx';
import { type Sample, SampleChoice } from './sample-preview.tsx';
import { t } from './texts.ts';
import { useSaving } from './use-saving.ts';
import type { useSequence } from './use-sequence.ts';

type Sequence = ReturnType<typeof useSequence>;

interface MessagesPartProps {
  campaign: Campaign;
  language: Campaign['language'];
  angle: SequenceAngle;
  sequence: Sequence;
  samples: readonly Sample[];
}

/** The messages as they come, each with its own retry. */
export function MessagesPart({ campaign, language, angle, sequence, samples }: MessagesPartProps) {
  const [sample, setSample] = useState<Sample | null>(null);
  const { cards, isWriting, update, write, stop } = sequence;
  const done = cards.filter(({ versions }) => versions.length > 0).length;
  const missing = cards.filter(({ versions }) => versions.length === 0).map(({ step }) => step.id);
  const label = isWriting
    ? t('progress', { number: Math.min(cards.length, done + 1), total: cards.length })
    : t('progress_done', { count: done });
  return (
    <div className="flex flex-col gap-3">
      <div aria-live="polite">
        <ProgressLine
          label={label}
          done={done}
          total={cards.length}
          tone={isWriting || done === cards.length ? 'accent' : 'red'}
          onStop={isWriting ? stop : undefined}
        />
      </div>
      <p className="text-ink-3 text-meta">
        {t('rewrite_cost', { credits: t('credits', { count: SEQUENCE_MESSAGE_CREDITS }) })}
      </p>
      {!isWriting && missing.length > 1 ? (
        <div>
          <AppButton size="small" onClick={() => write(missing, angle)}>
            {t('write_rest')}
          </AppButton>
        </div>
      ) : null}
      {done > 0 ? <SampleChoice samples={samples} chosen={sample} onChoose={setSample} /> : null}
      {cards.map((card) => (
        <MessageCard
          key={card.step.id}
          campaign={campaign}
          card={card}
          language={language}
          isWriting={isWriting}
          sample={sample}
          update={(change) => update(card.step.id, change)}
          onWrite={(change) => write([card.step.id], angle, change ?? undefined)}
        />
      ))}
    </div>
  );
}

interface SaveButtonProps {
  campaign: Campaign;
  plan: Plan;
  sequence: Sequence;
  onDone: () => void;
}

/** Puts the chosen messages into the flow; texts that are there already are replaced only after a question. */
export function SaveButton({ campaign, plan, sequence, onDone }: SaveButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const { cards, isWriting, update } = sequence;
  const { save, isSaving } = useSaving({ campaign, update, onDone });
  const used = cards.filter(canUse);
  const written = new Set(plan.steps.filter(({ is_written }) => is_written).map(({ id }) => id));
  const replaced = used.filter(({ step, theirs }) => written.has(step.id) || (theirs?.message ?? '') !== '').length;
  return (
    <>
      <AppButton
        kind="primary"
        loading={isSaving}
        disabled={isWriting || used.length === 0}
        onClick={() => (replaced > 0 ? setAsked(true) : void save(cards))}
      >
        {t('use', { count: used.length })}
      </AppButton>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('replace_title')}
        confirmLabel={t('replace_confirm')}
        onConfirm={() => {
          setAsked(false);
          void save(cards);
        }}
      >
        {t('replace_text', { count: replaced })}
      </ConfirmDialog>
    </>
  );
}
