import { type ConditionBlock, findBlockProblem, writeConditionBlock } from '@overture/domain/message/condition-blocks';
import { type FormEvent, useContext, useId, useState } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../message-editor.module.css';
import { findTextProblem } from '../step-draft.ts';
import { t } from '../texts.ts';
import { BranchEditorContext } from './branch-editor.ts';
import { QuestionFields } from './chip-forms.tsx';
import { useKnownKeys } from './known-keys.ts';

interface ConditionBlockFormProps {
  value: ConditionBlock;
  /** Takes the written condition; nothing takes it out of the message. */
  onSave: (source: string) => void;
  onCancel: () => void;
}

/** Asks for the question of a condition and for what is written in either case. */
export function ConditionBlockForm({ value, onSave, onCancel }: ConditionBlockFormProps) {
  const [block, setBlock] = useState(value);
  const [isTried, setTried] = useState(false);
  const known = useKnownKeys();
  const problem = findBlockProblem(block);
  const words = isTried && problem ? t(`condition_${problem.kind}`) : undefined;
  const problems = {
    yes: findTextProblem(block.yes, 'message', known),
    no: findTextProblem(block.no, 'message', known),
  };
  const change = (changed: Partial<ConditionBlock>) => setBlock((current) => ({ ...current, ...changed }));
  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (problem === null && problems.yes === null && problems.no === null) onSave(writeConditionBlock(block));
  }
  return (
    <form
      className="flex flex-col gap-3 w-[min(360px,calc(100vw-48px))] max-h-[min(560px,70vh)] overflow-y-auto p-2"
      noValidate
      onSubmit={submit}
    >
      <QuestionFields
        asked={block}
        problem={problem?.field === 'value' ? words : undefined}
        onChange={(asked) => change(asked)}
      />
      <BranchField
        label={t('branch_yes')}
        placeholder={t('condition_then')}
        value={block.yes}
        problem={problems.yes?.text ?? (problem?.field === 'yes' ? words : undefined)}
        onChange={(yes) => change({ yes })}
      />
      <BranchField
        label={t('branch_no')}
        placeholder={t('condition_nothing')}
        value={block.no}
        problem={problems.no?.text}
        onChange={(no) => change({ no })}
      />
      <div className="flex items-center gap-2">
        <AppButton kind="primary" size="small" type="submit" {...ownEscape}>
          {t('chip_apply')}
        </AppButton>
        <AppButton size="small" onClick={onCancel} {...ownEscape}>
          {t('cancel')}
        </AppButton>
        <span className="ms-auto">
          <AppButton kind="quiet" size="small" onClick={() => onSave('')} {...ownEscape}>
            {t('condition_remove')}
          </AppButton>
        </span>
      </div>
    </form>
  );
}

/** Escape closes the form, not the panel behind it. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };

interface BranchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

function BranchField({ label, problem, ...field }: BranchFieldProps) {
  const id = useId();
  const Editor = useContext(BranchEditorContext);
  return (
    <div className="flex flex-col gap-1.25 min-w-0">
      <span id={id} className="text-table font-medium">
        {label}
      </span>
      <div className={classes.box} data-problem={problem !== undefined || undefined}>
        {Editor ? <Editor labelId={id} {...field} /> : null}
      </div>
      {problem ? (
        <p role="alert" className="text-red text-meta">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
