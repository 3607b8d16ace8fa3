import { PasswordInput, Select, TextInput } from '@mantine/core';
import { accountsEndpoints } from '@overture/contract/accounts';
import { placementEndpoints } from '@overture/contract/placement';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { AmountInput } from '../../../ui/inputs/amount-input.tsx';
import { t } from './texts.ts';

const formId = 'seed-mailbox';

interface Fields {
  email: string;
  password: string;
  host: string;
  port: number;
  secure: boolean;
  username: string;
}

const isAddress = (text: string): boolean => /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(text.trim());

/** What is typed, what is known about the server, and the sign-in itself. */
function useSeedForm(email: string, onClose: () => void) {
  const [fields, setFields] = useState<Fields>({
    ...{ email, password: '', username: email },
    ...{ host: '', port: 993, secure: true },
  });
  const [isAsked, setAsked] = useState(false);
  const change = (next: Partial<Fields>) => setFields((before) => ({ ...before, ...next }));
  const guess = useMutation({
    // What is known about the address only saves typing.
    mutationFn: (address: string) =>
      call(accountsEndpoints.guessMailServers, { query: { email: address } }).catch(() => ({ provider: null })),
    onSuccess: ({ provider }, address) =>
      setFields((before) => ({
        ...before,
        username: before.username === '' ? address : before.username,
        ...(provider && before.host === '' ? provider.imap : {}),
      })),
  });
  const add = useMutation({
    ...mutationOptions(placementEndpoints.addSeedMailbox),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('added'));
    },
  });
  return {
    ...{ fields, change, guess, add, problems: isAsked ? findProblems(fields) : {} },
    lookUp(address: string) {
      if (isAddress(address)) guess.mutate(address.trim());
    },
    save() {
      setAsked(true);
      if (Object.keys(findProblems(fields)).length === 0 && !add.isPending) add.mutate({ body: toBody(fields) });
    },
  };
}

function toBody({ email, host, port, secure, username, password }: Fields) {
  const imap = { host: host.trim(), port, secure, username: username.trim() || email.trim(), password };
  return { email: email.trim(), imap };
}

/** @param email of a mailbox that is signed in to again; empty for a new one */
export function AddSeedDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { fields, change, guess, add, problems, lookUp, save } = useSeedForm(email, onClose);
  const label = t(email === '' ? 'add' : 'again');
  return (
    <FormDialog
      onClose={onClose}
      isChanged={fields.password !== '' || fields.email !== email}
      title={label}
      problem={add.isError ? errorMessage(add.error, t('failed')) : undefined}
      confirmLabel={label}
      pending={add.isPending}
      confirm={{ form: formId }}
    >
      <Form id={formId} className="flex flex-col gap-4" onSubmit={save}>
        <TextInput
          type="email"
          label={t('email')}
          value={fields.email}
          readOnly={email !== ''}
          maxLength={254}
          autoComplete="off"
          data-autofocus
          error={problems.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
          onBlur={(event) => lookUp(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('password')}
          description={guess.data?.provider?.note ?? t('password_hint')}
          value={fields.password}
          autoComplete="off"
          maxLength={1024}
          error={problems.password}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
        <ServerFields fields={fields} problems={problems} onChange={change} />
        <span className="visually-hidden" role="status">
          {guess.isPending ? t('looking') : ''}
        </span>
      </Form>
    </FormDialog>
  );
}

interface ServerProps {
  fields: Fields;
  problems: Partial<Record<keyof Fields, string>>;
  onChange: (next: Partial<Fields>) => void;
}

function ServerFields({ fields, problems, onChange }: ServerProps) {
  return (
    <>
      <div className="grid grid-cols-[1fr_88px_128px] gap-3 max-sm:grid-cols-[1fr_1fr]">
        <TextInput
          label={t('server')}
          value={fields.host}
          autoComplete="off"
          spellCheck={false}
          maxLength={253}
          error={problems.host}
          onChange={(event) => onChange({ host: event.currentTarget.value })}
        />
        <AmountInput
          label={t('port')}
          value={fields.port}
          hideControls
          min={1}
          max={65_535}
          clampBehavior="none"
          {...(problems.port ? { description: problems.port } : {})}
          onChange={(port) => onChange({ port })}
        />
        <Select
          label={t('security')}
          value={fields.secure ? 'tls' : 'starttls'}
          allowDeselect={false}
          data={[
            { value: 'tls', label: t('tls') },
            { value: 'starttls', label: t('starttls') },
          ]}
          onChange={(value) => onChange(withSecurity(fields.port, value === 'tls'))}
        />
      </div>
      <TextInput
        label={t('username')}
        value={fields.username}
        autoComplete="off"
        spellCheck={false}
        maxLength={320}
        onChange={(event) => onChange({ username: event.currentTarget.value })}
      />
    </>
  );
}

/** The port follows where it was the usual one. */
function withSecurity(port: number, secure: boolean): Pick<Fields, 'port' | 'secure'> {
  const isUsual = port === 993 || port === 143;
  return { secure, port: isUsual ? (secure ? 993 : 143) : port };
}

function findProblems({ email, password, host, port }: Fields): Partial<Record<keyof Fields, string>> {
  return {
    ...(isAddress(email) ? {} : { email: t('email_invalid') }),
    ...(password === '' ? { password: t('password_needed') } : {}),
    ...(host.trim() === '' ? { host: t('server_needed') } : {}),
    ...(Number.isInteger(port) && port >= 1 && port <= 65_535 ? {} : { port: t('port_invalid') }),
  };
}
