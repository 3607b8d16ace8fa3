import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { editTexts as t } from './texts.ts';
import type { ChangedField } from './use-edit-conflict.tsx';

interface ChangedDialogProps {
  who: string;
  when: string;
  fields: readonly ChangedField[];
  /** Back to the form, with nothing decided. */
  onClose: () => void;
  onTheirs: () => void;
  onMine: () => void;
}

/** A conflict with a teammate's change: who, when, and the colliding fields. */
export function ChangedDialog({ who, when, fields, onClose, onTheirs, onMine }: ChangedDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnOutside={false}
      title={t('title', { who, when })}
      footer={
        <>
          <AppButton onClick={onTheirs}>{t('see_theirs')}</AppButton>
          <AppButton kind="primary" onClick={onMine}>
            {t('keep_mine')}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t('text')}</p>
        {fields.map(({ label, theirs, mine }) => (
          <section key={label} aria-label={label} className="flex flex-col gap-2">
            <h3 className="text-table font-medium">{label}</h3>
            <div className="grid gap-2 sm:grid-cols-2">
              <Version title={t('theirs')} text={theirs} />
              <Version title={t('mine')} text={mine} />
            </div>
          </section>
        ))}
        <p className="text-ink-3 text-table">{t('note', { who })}</p>
      </div>
    </Dialog>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0 py-2 px-3 border border-line rounded-control bg-sunken">
      <p className="text-ink-3 text-meta">{title}</p>
      <p className="max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere text-table">
        {text === '' ? <span className="text-ink-3">{t('empty')}</span> : text}
      </p>
    </div>
  );
}
