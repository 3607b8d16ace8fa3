import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';

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

/** Title, fields and one primary button. Errors appear right above the button and are read out. */
export function AuthForm(props: AuthFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!props.pending) props.onSubmit(new FormData(event.currentTarget));
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <div>
        <h1 tabIndex={-1} className="text-[22px] outline-none">
          {props.title}
        </h1>
        {props.intro ? <p className="mt-1.25 text-ink-3 wrap-anywhere">{props.intro}</p> : null}
      </div>
      {props.children}
      <div role="alert" className="empty:hidden">
        {props.error ? (
          <p className="flex gap-2 py-2.25 px-3 rounded-control text-table bg-red-soft text-red [&_svg]:flex-none [&_svg]:mt-px">
            <IconAlertCircle size={16} aria-hidden />
            <span>{props.error}</span>
          </p>
        ) : null}
      </div>
      <div role="status" className="empty:hidden">
        {props.notice ? (
          <p className="flex gap-2 py-2.25 px-3 rounded-control text-table bg-green-soft text-green [&_svg]:flex-none [&_svg]:mt-px">
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
      {props.footer ? (
        <div className="flex flex-col items-center gap-1.5 text-ink-3 text-table">{props.footer}</div>
      ) : null}
    </form>
  );
}

export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
