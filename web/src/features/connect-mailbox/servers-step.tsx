import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { type ConnectForm, findServerProblems, type Problems } from './connect-form.ts';
import classes from './connect-mailbox.module.css';
import { describeServer, ServerFieldset } from './server-fields.tsx';
import { type Refusal, SignInProgress } from './sign-in-progress.tsx';
import { StepHead } from './step-head.tsx';
import { t } from './texts.ts';

/** What is known about the servers of the address. */
export interface KnownProvider {
  /** In words: which provider, or that it is a guess. */
  text: string;
  note: string | null;
  isCertain: boolean;
}

interface ServersStepProps {
  form: ConnectForm;
  provider: KnownProvider;
  isAgain: boolean;
  isRunning: boolean;
  refusal: Refusal | undefined;
  onChange: (change: Partial<ConnectForm>) => void;
  onSubmit: () => void;
  onBack: () => void;
}

/** Second step: the password, and the servers where they are not known for sure. */
export function ServersStep(props: ServersStepProps) {
  const { form, provider, onChange, refusal } = props;
  const [problems, setProblems] = useState<Problems>({});
  const [isEditing, setEditing] = useState(!provider.isCertain);
  const showsServers = isEditing || refusal !== undefined || Object.keys(problems).some((name) => name.includes('.'));
  function submit() {
    const found = findServerProblems(form);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first === undefined) props.onSubmit();
    else requestAnimationFrame(() => document.querySelector<HTMLElement>(`form [name="${first}"]`)?.focus());
  }
  return (
    <Form className="flex flex-col gap-4" onSubmit={submit}>
      <StepHead step={2} title={t('step_servers')} />
      <div className={classes.note}>
        <IconInfoCircle size={16} aria-hidden />
        <div>
          <p>{provider.text}</p>
          {provider.note ? <p>{provider.note}</p> : null}
        </div>
      </div>
      <SignInFields form={form} problems={problems} onChange={onChange} />
      {showsServers ? (
        <>
          <ServerFieldset protocol="imap" form={form} problems={problems} onChange={onChange} />
          <ServerFieldset protocol="smtp" form={form} problems={problems} onChange={onChange} />
        </>
      ) : (
        <div className="flex items-center justify-between gap-3 py-2.5 px-3 border border-line rounded-control bg-surface">
          <span className="flex flex-col min-w-0 text-ink-2 text-table tabular-nums wrap-anywhere">
            <span>{describeServer(form.imap)}</span>
            <span>{describeServer(form.smtp)}</span>
          </span>
          <AppButton size="small" kind="quiet" onClick={() => setEditing(true)}>
            {t('edit_servers')}
          </AppButton>
        </div>
      )}
      <SignInProgress isRunning={props.isRunning} refusal={refusal} />
      <div className="flex justify-end gap-2 mt-2">
        <AppButton onClick={props.onBack} disabled={props.isRunning}>
          {t('back_step')}
        </AppButton>
        <AppButton kind="primary" type="submit" loading={props.isRunning}>
          {t(props.isAgain ? 'submit_again' : 'submit')}
        </AppButton>
      </div>
      <p className={classes.hint}>{t('kept')}</p>
    </Form>
  );
}

interface SignInFieldsProps {
  form: ConnectForm;
  problems: Problems;
  onChange: (change: Partial<ConnectForm>) => void;
}

function SignInFields({ form, problems, onChange }: SignInFieldsProps) {
  const username = { autoComplete: 'username', spellCheck: false, maxLength: 320 };
  return (
    <>
      <TextInput
        {...username}
        name="username"
        label={t('username')}
        value={form.username}
        error={problems.username}
        onChange={(event) => onChange({ username: event.currentTarget.value })}
      />
      <PasswordInput
        name="password"
        label={t('password')}
        value={form.password}
        autoComplete="off"
        autoFocus
        maxLength={1024}
        error={problems.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
      <Checkbox
        label={t('same_sign_in')}
        checked={form.isSameSignIn}
        onChange={(event) => onChange({ isSameSignIn: event.currentTarget.checked })}
      />
      {form.isSameSignIn ? null : (
        <>
          <TextInput
            {...username}
            name="smtpUsername"
            label={t('smtp_username')}
            value={form.smtpUsername}
            error={problems.smtpUsername}
            onChange={(event) => onChange({ smtpUsername: event.currentTarget.value })}
          />
          <PasswordInput
            name="smtpPassword"
            label={t('smtp_password')}
            value={form.smtpPassword}
            autoComplete="off"
            maxLength={1024}
            error={problems.smtpPassword}
            onChange={(event) => onChange({ smtpPassword: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}
