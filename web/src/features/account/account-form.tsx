import { type FormEvent, type ReactNode, useRef } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';

interface AccountFormProps {
  intro: string;
  problem: string | undefined;
  submitLabel: string;
  pending: boolean;
  /** Told by `reset` when the form may be emptied. */
  onSubmit: (form: FormData, reset: () => void) => void;
  children: ReactNode;
}

/** One of the three small forms: an explanation, fields, the problem in words, one button. */
export function AccountForm({ intro, problem, submitLabel, pending, onSubmit, children }: AccountFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!pending) onSubmit(new FormData(event.currentTarget), () => formRef.current?.reset());
  }
  return (
    <form ref={formRef} className="flex flex-col gap-4 max-w-[420px] pt-6" onSubmit={submit} noValidate>
      <p className="text-ink-3 wrap-anywhere">{intro}</p>
      {children}
      <p role="alert" className="text-red text-table empty:hidden">
        {problem}
      </p>
      <div>
        <AppButton type="submit" kind="primary" loading={pending}>
          {submitLabel}
        </AppButton>
      </div>
    </form>
  );
}

export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
