import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import classes from './auth-form.module.css';

interface AuthFormProps {
  title: string;
  intro?: ReactNode;
  /** What the server refused. */
  error?: string | undefined;
  /** What has been done. */
  notice?: string | undefined;
  /** Left out once there is nothing more to send. */
  submitLabel?: string | undefined;
  pending: boolean;
  onSubmit: (form: FormData) => void;
  children: ReactNode;
  /** Links under the button. */
  footer?: ReactNode;
}

/** Title, fields, one primary button; what went wrong stands right above the button and is read out. */
export function AuthForm(props: AuthFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!props.pending) props.onSubmit(new FormData(event.currentTarget));
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div>
        <h1 tabIndex={-1} className={classes.title}>
          {props.title}
        </h1>
        {props.intro ? <p className={classes.intro}>{props.intro}</p> : null}
      </div>
      {props.children}
      <div role="alert" className={classes.live}>
        {props.error ? (
          <p className={classes.error}>
            <IconAlertCircle size={16} aria-hidden />
            <span>{props.error}</span>
          </p>
        ) : null}
      </div>
      <div role="status" className={classes.live}>
        {props.notice ? (
          <p className={classes.notice}>
            <IconCircleCheck size={16} aria-hidden />
            <span>{props.notice}</span>
          </p>
        ) : null}
      </div>
      {props.submitLabel ? (
        <AppButton type="submit" kind="primary" fullWidth loading={props.pending}>
          {props.submitLabel}
        </AppButton>
      ) : null}
      {props.footer ? <div className={classes.footer}>{props.footer}</div> : null}
    </form>
  );
}

/** Text of one field of a submitted form. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
