import { TextInput } from '@mantine/core';
import type { LinkedinCheckpoint } from '@overture/domain/accounts';
import { useEffect, useRef, useState } from 'react';
import { formatTime } from '../../lib/format.ts';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import classes from './accounts.module.css';
import { SignInNotice } from './sign-in-notice.tsx';
import { t } from './texts.ts';
import { useLinkedinPage } from './use-linkedin-page.ts';
import type { Checkpoint } from './use-linkedin-sign-in.ts';

interface CheckpointStepProps {
  checkpoint: Checkpoint;
  problem: string | null;
  isOver: boolean;
  isRunning: boolean;
  onAnswer: (code: string) => void;
  onRestart: () => void;
}

const TEXTS = {
  authenticator_code: 'checkpoint_authenticator_code',
  sent_code: 'checkpoint_sent_code',
  phone_number: 'checkpoint_phone_number',
  app_approval: 'checkpoint_app_approval',
  page_check: 'checkpoint_page_check',
} as const satisfies Record<LinkedinCheckpoint, string>;

/** LinkedIn's check before a sign-in: a code, a number, a confirmation in its app, or its own page. */
export function LinkedinCheckpointStep(props: CheckpointStepProps) {
  const { checkpoint, isOver } = props;
  const page = useLinkedinPage();
  const isRunning = props.isRunning || page.isOpening;
  const problem = props.problem ?? page.problem;
  const [code, setCode] = useState('');
  const { type } = checkpoint;
  const isTyped = type !== 'app_approval' && type !== 'page_check';
  return (
    <Form
      className={classes.form}
      onSubmit={() => {
        if (isTyped && !isOver && !isRunning && code.trim() !== '') props.onAnswer(code.trim());
      }}
    >
      {isTyped ? <p>{t(TEXTS[type])}</p> : <Untyped text={t(TEXTS[type])} />}
      {isTyped ? <CodeField checkpoint={checkpoint} value={code} onChange={setCode} /> : null}
      <SignInNotice
        problem={isRunning ? null : problem}
        waiting={type === 'app_approval' && !problem ? t('checkpoint_waiting') : null}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <AppButton onClick={props.onRestart} disabled={isRunning}>
          {t('sign_in_again')}
        </AppButton>
        {isTyped ? (
          <AppButton kind="primary" type="submit" disabled={isOver || code.trim() === ''} loading={isRunning}>
            {t('checkpoint_send')}
          </AppButton>
        ) : null}
        {type === 'page_check' ? (
          <AppButton kind="primary" onClick={() => page.open()} loading={isRunning}>
            {t('checkpoint_go_there')}
          </AppButton>
        ) : null}
      </div>
    </Form>
  );
}

interface CodeFieldProps {
  checkpoint: Checkpoint;
  value: string;
  onChange: (value: string) => void;
}

function CodeField({ checkpoint, value, onChange }: CodeFieldProps) {
  const isPhone = checkpoint.type === 'phone_number';
  return (
    <TextInput
      label={t(isPhone ? 'checkpoint_phone' : 'checkpoint_code')}
      description={t('checkpoint_until', { time: formatTime(checkpoint.expires_at) })}
      value={value}
      inputMode={isPhone ? 'tel' : 'numeric'}
      autoComplete={isPhone ? 'tel' : 'one-time-code'}
      spellCheck={false}
      autoFocus
      maxLength={100}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Nothing is typed here: the words themselves take the focus and are read out, where a field would have been. */
function Untyped({ text }: { text: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <p ref={ref} className="focus:outline-none" role="status" tabIndex={-1}>
      {text}
    </p>
  );
}
