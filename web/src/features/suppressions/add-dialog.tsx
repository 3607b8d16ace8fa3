import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { parsePersonEntry, parseSuppressionEntry } from '@overture/domain/suppressions/entries';
import {
  ADDED_REASONS,
  type AddedReason,
  canLift,
  isReasonFor,
  SUPPRESSION_LIMITS,
} from '@overture/domain/suppressions/suppressions';
import { useState } from 'react';
import { useUser } from '../../lib/api/session.ts';
import { Form } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { t } from './texts.ts';
import { useSuppressWithReason } from './use-suppressions.ts';

type Scope = 'entry' | 'person';
const FIELDS = ['email', 'phone', 'linkedin_url'] as const;
type Field = (typeof FIELDS)[number];

interface Draft extends Record<Field, string> {
  scope: Scope;
  entry: string;
  reason: AddedReason;
  note: string;
}

/** Problems of a draft, by field. */
function findProblems(draft: Draft): Partial<Record<Field | 'entry' | 'reason', string>> {
  const { scope, reason } = draft;
  if (scope === 'person') {
    const read = parsePersonEntry(draft);
    if ('invalid' in read) {
      const isNothing = FIELDS.every((field) => draft[field].trim() === '');
      return { [read.invalid]: t(isNothing ? 'invalid_person' : `invalid_${read.invalid}`) };
    }
    return isReasonFor(reason, 'person') ? {} : { reason: t('why_unfit') };
  }
  const entry = parseSuppressionEntry(draft.entry);
  if (entry === null) return { entry: t('invalid') };
  const fits =
    entry.kind === 'domain' ? reason === 'manual' || reason === 'unsubscribe' : isReasonFor(reason, entry.kind);
  return fits ? {} : { reason: t('why_unfit') };
}

const BLANK: Draft = { scope: 'entry', entry: '', email: '', phone: '', linkedin_url: '', reason: 'manual', note: '' };

/** One entry or a whole person, and why: with it comes what a line to type in has no room for. */
export function AddDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({ ...BLANK, entry: text });
  const [isAsked, setAsked] = useState(false);
  const add = useSuppressWithReason(onClose);
  const isTouched = FIELDS.some((field) => draft[field] !== '') || draft.entry !== text || draft.note !== '';
  const problems = isAsked ? findProblems(draft) : {};
  const { scope, reason, note } = draft;
  const isErasing = reason === 'erased';

  function submit() {
    setAsked(true);
    if (Object.keys(findProblems(draft)).length > 0) return;
    const said = { reason, note: isErasing || note.trim() === '' ? null : note.trim() };
    const { email, phone, linkedin_url } = draft;
    add.mutate(
      scope === 'entry' ? { entry: draft.entry, ...said } : { person: { email, phone, linkedin_url }, ...said },
    );
  }

  return (
    <FormDialog
      onClose={onClose}
      isChanged={isTouched}
      title={t('dialog_title')}
      confirmLabel={t(isErasing ? 'erase' : 'add')}
      danger={isErasing}
      pending={add.isPending}
      confirm={submit}
    >
      <Form className="flex flex-col gap-4" onSubmit={submit}>
        <Whom draft={draft} problems={problems} onChange={(changed) => setDraft({ ...draft, ...changed })} />
        <Why reason={reason} problem={problems.reason} onChange={(chosen) => setDraft({ ...draft, reason: chosen })} />
        {isErasing ? null : (
          <Textarea
            label={t('note')}
            value={note}
            maxLength={SUPPRESSION_LIMITS.why_max}
            autosize
            minRows={2}
            onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
          />
        )}
      </Form>
    </FormDialog>
  );
}

interface WhomProps {
  draft: Draft;
  problems: ReturnType<typeof findProblems>;
  onChange: (changed: Partial<Draft>) => void;
}

function Whom({ draft, problems, onChange }: WhomProps) {
  const { scope } = draft;
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('scope')}
        value={scope}
        onChange={(chosen) => onChange({ scope: chosen as Scope })}
        data={(['entry', 'person'] as const).map((value) => ({ value, label: t(`scope_${value}`) }))}
      />
      <p className="text-ink-2 text-table">{t(`scope_${scope}_hint`)}</p>
      {scope === 'entry' ? (
        <TextInput
          label={t('add_label')}
          value={draft.entry}
          error={problems.entry}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ entry: event.currentTarget.value })}
        />
      ) : (
        FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`field_${field}`)}
            value={draft[field]}
            error={problems[field]}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        ))
      )}
    </>
  );
}

interface WhyProps {
  reason: AddedReason;
  problem: string | undefined;
  onChange: (reason: AddedReason) => void;
}

/** Erasing is offered to those who may lift: it cannot be taken back. */
function Why({ reason, problem, onChange }: WhyProps) {
  const mayErase = canLift(useUser());
  const offered = ADDED_REASONS.filter((value) => value !== 'erased' || mayErase);
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t('why')}
        value={reason}
        error={problem}
        allowDeselect={false}
        onChange={(chosen) => chosen !== null && onChange(chosen as AddedReason)}
        data={offered.map((value) => ({ value, label: t(`why_${value}`) }))}
      />
      {reason === 'left' || reason === 'erased' ? (
        <p className={reason === 'erased' ? 'text-amber text-table' : 'text-ink-2 text-table'}>
          {t(`why_${reason}_hint`)}
        </p>
      ) : null}
    </div>
  );
}
