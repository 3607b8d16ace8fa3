import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { type ConnectForm, findAddressProblems, type Problems } from './connect-form.ts';
import { StepHead } from './step-head.tsx';
import { t } from './texts.ts';

interface AddressStepProps {
  form: ConnectForm;
  /** A sender that is connected again keeps its address. */
  isEmailFixed: boolean;
  onChange: (change: Partial<ConnectForm>) => void;
  isLooking: boolean;
  onNext: () => void;
  onBack: () => void;
}

/** First step: who writes, from which address. */
export function AddressStep({ form, isEmailFixed, onChange, isLooking, onNext, onBack }: AddressStepProps) {
  const [problems, setProblems] = useState<Problems>({});
  function submit() {
    const found = findAddressProblems(form);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first === undefined) onNext();
    else document.querySelector<HTMLElement>(`form [name="${first}"]`)?.focus();
  }
  return (
    <Form className="flex flex-col gap-4" onSubmit={submit}>
      <StepHead step={1} title={t('step_address')} />
      <TextInput
        name="email"
        type="email"
        label={t('email')}
        value={form.email}
        autoComplete="email"
        autoFocus={!isEmailFixed}
        readOnly={isEmailFixed}
        maxLength={254}
        error={problems.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <TextInput
        name="name"
        label={t('name')}
        description={t('name_text')}
        value={form.name}
        autoComplete="name"
        maxLength={200}
        error={problems.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className="flex justify-end gap-2 mt-2">
        <AppButton onClick={onBack}>{t('back_step')}</AppButton>
        <AppButton kind="primary" type="submit" loading={isLooking}>
          {t('next')}
        </AppButton>
        <span className="visually-hidden" role="status">
          {isLooking ? t('looking') : ''}
        </span>
      </div>
    </Form>
  );
}
