import { Checkbox } from '@mantine/core';
import { leaveFiguresOpen } from '@overture/domain/message/advice/score-fixes';
import { IconAlertTriangle, IconArrowBackUp, IconRefresh, IconTextDecrease } from '@tabler/icons-react';
import { useState } from 'react';
import { inQuotes } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { placeOf } from './brief-part.tsx';
import { type Card, type MessageTexts, newestOf, undoCard, type Version } from './cards.ts';
import { t } from './texts.ts';

interface CardHeadProps {
  card: Card;
  isWriting: boolean;
  update: (change: (card: Card) => Card) => void;
  onWrite: (change: 'shorter' | 'other' | null) => void;
}

/** Place, state, and what can be done with a message. */
export function CardHead(props: CardHeadProps) {
  const { card, update } = props;
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {newestOf(card) ? (
        <Checkbox
          aria-label={t('use_label', { number: card.step.number })}
          checked={card.is_used}
          onChange={(event) => {
            const is_used = event.currentTarget.checked;
            update((one) => ({ ...one, is_used }));
          }}
        />
      ) : null}
      <h3 className="flex-1 min-w-40 text-table font-medium wrap-anywhere">{placeOf(card.step)}</h3>
      <StateWords state={card.state} />
      {newestOf(card) ? <CardButtons {...props} /> : null}
    </header>
  );
}

const CHANGES = [
  { change: 'shorter', icon: IconTextDecrease },
  { change: 'other', icon: IconRefresh },
] as const;

/** Writing over a change by hand asks first. */
function CardButtons({ card, isWriting, update, onWrite }: CardHeadProps) {
  const [asked, setAsked] = useState<'shorter' | 'other' | undefined>();
  const { number } = card.step;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {card.versions.length > 1 ? (
        <AppButton
          size="small"
          kind="quiet"
          icon={<IconArrowBackUp size={15} aria-hidden />}
          aria-label={t('undo_label', { number })}
          disabled={isWriting}
          onClick={() => update(undoCard)}
        >
          {t('undo')}
        </AppButton>
      ) : null}
      {CHANGES.map(({ change, icon: Icon }) => (
        <AppButton
          key={change}
          size="small"
          icon={<Icon size={15} aria-hidden />}
          aria-label={t(`${change}_label`, { number })}
          disabled={isWriting}
          onClick={() => (newestOf(card)?.is_edited ? setAsked(change) : onWrite(change))}
        >
          {t(change)}
        </AppButton>
      ))}
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('edited_title')}
        confirmLabel={t('edited_confirm')}
        onConfirm={() => {
          setAsked(undefined);
          if (asked) onWrite(asked);
        }}
      >
        {t('edited_text')}
      </ConfirmDialog>
    </span>
  );
}

function StateWords({ state }: Pick<Card, 'state'>) {
  if (state === 'written') return null;
  return (
    <span className={`text-meta ${state === 'failed' ? 'text-red' : 'text-ink-3'}`} role="status">
      {t(`state_${state}`)}
    </span>
  );
}

interface FailureNoteProps {
  card: Card;
  isDisabled: boolean;
  onRetry: () => void;
}

/** Why a message is missing, and the way to write it alone. */
export function FailureNote({ card: { state, error, step }, isDisabled, onRetry }: FailureNoteProps) {
  if (state !== 'failed' && state !== 'stopped') return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-table" role={state === 'failed' ? 'alert' : undefined}>
      {state === 'failed' ? <IconAlertTriangle size={16} className="flex-none text-amber" aria-hidden /> : null}
      <span className="flex-1 min-w-40 wrap-anywhere">{error}</span>
      <AppButton
        size="small"
        disabled={isDisabled}
        aria-label={`${state === 'failed' ? t('retry') : t('write_this')}: ${placeOf(step)}`}
        onClick={onRetry}
      >
        {state === 'failed' ? t('retry') : t('write_this')}
      </AppButton>
    </div>
  );
}

/** What a claim rests on, word for word. */
export function SourceList({ version: { claims } }: { version: Version }) {
  if (claims.length === 0) return <p className="text-ink-3 text-meta">{t('no_claims')}</p>;
  return (
    <section aria-label={t('sources')} className="flex flex-col gap-1 text-ink-3 text-meta">
      <h4 className="text-meta font-medium text-ink-2">{t('sources')}</h4>
      {claims.map(({ source, quote }) => (
        <p key={`${source}${quote}`} className="wrap-anywhere">
          {t('source', { source, quote })}
        </p>
      ))}
    </section>
  );
}

/** Values that a person may know where no source says them. */
const UNPROVEN: ReadonlySet<string> = new Set(['number', 'price', 'time']);

interface LeftOutListProps {
  version: Version;
  /** Takes a sentence whose figures are left open into the message. */
  onOpen: (sentence: string) => void;
}

/** Sentences that nothing supports. */
export function LeftOutList({ version: { left_out }, onOpen }: LeftOutListProps) {
  const once = [...new Map(left_out.map((one) => [one.text, one])).values()];
  if (once.length === 0) return null;
  return (
    <details className="text-meta text-ink-3">
      <summary className="cursor-pointer">
        {t('left_out')} ({once.length})
      </summary>
      <ul className="flex flex-col gap-1 mt-1 mb-0 p-0 list-none">
        {once.map(({ reason, text }) => (
          <li key={text} className="wrap-anywhere">
            {t(`left_out_${reason}`)}: {inQuotes(text)}{' '}
            {UNPROVEN.has(reason) ? (
              <AppButton size="small" kind="quiet" onClick={() => onOpen(leaveFiguresOpen(text))}>
                {t('left_open')}
              </AppButton>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ConflictNoteProps {
  theirs: MessageTexts & { version: number };
  update: (change: (card: Card) => Card) => void;
}

/** Another user was faster: nothing is written over their text without a word. */
export function ConflictNote({ theirs, update }: ConflictNoteProps) {
  return (
    <div role="alert" className="flex flex-col gap-2 py-2 px-3 rounded-control bg-amber-soft text-table">
      <p className="text-amber">{t('conflict')}</p>
      <p className="whitespace-pre-wrap wrap-anywhere">{theirs.message || t('conflict_empty')}</p>
      <span className="flex flex-wrap gap-2">
        <AppButton size="small" onClick={() => update((one) => ({ ...one, theirs: null, is_used: false }))}>
          {t('keep_theirs')}
        </AppButton>
        <AppButton size="small" onClick={() => update((one) => ({ ...one, is_used: true }))}>
          {t('use_mine')}
        </AppButton>
      </span>
    </div>
  );
}
