import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import classes from './accounts.module.css';
import { LinkedinCheckpointStep } from './linkedin-checkpoint-step.tsx';
import { SignInNotice } from './sign-in-notice.tsx';
import { t } from './texts.ts';
import { useLinkedinSignIn } from './use-linkedin-sign-in.ts';

interface LinkedinSignInProps {
  onBack: () => void;
  onConnected: () => void;
}

/** Connects LinkedIn with a password: only after the risk was confirmed, then what LinkedIn asks for. */
export function LinkedinSignIn({ onBack, onConnected }: LinkedinSignInProps) {
  const sign = useLinkedinSignIn(onConnected);
  if (sign.checkpoint) {
    return (
      <LinkedinCheckpointStep
        // The same kind may be asked for twice: a new question begins with an empty field.
        key={sign.checkpoint.token}
        checkpoint={sign.checkpoint}
        problem={sign.problem}
        isOver={sign.isOver}
        isRunning={sign.isAnswering}
        onAnswer={sign.answer}
        onRestart={sign.restart}
      />
    );
  }
  return <PasswordForm problem={sign.problem} isRunning={sign.isSigningIn} onBack={onBack} onSignIn={sign.signIn} />;
}

interface PasswordFormProps {
  problem: string | null;
  isRunning: boolean;
  onBack: () => void;
  onSignIn: (username: string, password: string) => void;
}

function PasswordForm({ problem, isRunning, onBack, onSignIn }: PasswordFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isRiskAccepted, setRiskAccepted] = useState(false);
  const [isTried, setTried] = useState(false);
  const missing = { username: username.trim() === '', password: password === '' };
  function submit() {
    setTried(true);
    if (isRiskAccepted && !missing.username && !missing.password && !isRunning) onSignIn(username.trim(), password);
  }
  return (
    <Form className={classes.form} onSubmit={submit}>
      <p className="text-ink-2 text-table">{t('sign_in_text')}</p>
      <TextInput
        type="email"
        label={t('sign_in_username')}
        value={username}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        maxLength={320}
        error={isTried && missing.username ? t('sign_in_username_missing') : undefined}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('sign_in_password')}
        value={password}
        autoComplete="off"
        maxLength={1024}
        error={isTried && missing.password ? t('sign_in_password_missing') : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Checkbox
        label={t('sign_in_risk')}
        checked={isRiskAccepted}
        onChange={(event) => setRiskAccepted(event.currentTarget.checked)}
      />
      <SignInNotice problem={isRunning ? null : problem} waiting={isRunning ? t('sign_in_running') : null} />
      <div className="flex flex-wrap justify-end gap-2">
        <AppButton onClick={onBack} disabled={isRunning}>
          {t('back')}
        </AppButton>
        <AppButton kind="primary" type="submit" disabled={!isRiskAccepted} loading={isRunning}>
          {t('sign_in_submit')}
        </AppButton>
      </div>
    </Form>
  );
}
