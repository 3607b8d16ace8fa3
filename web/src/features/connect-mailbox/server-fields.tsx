import { NumberInput, Select, TextInput } from '@mantine/core';
import { type ConnectForm, type Problems, type Protocol, type ServerFields, withSecurity } from './connect-form.ts';
import classes from './connect-mailbox.module.css';
import { t } from './texts.ts';

interface ServerFieldsProps {
  protocol: Protocol;
  form: ConnectForm;
  problems: Problems;
  onChange: (change: Partial<ConnectForm>) => void;
}

/** Name, port and security of one server. */
export function ServerFieldset({ protocol, form, problems, onChange }: ServerFieldsProps) {
  const server = form[protocol];
  const change = (next: Partial<ServerFields>) => onChange({ [protocol]: { ...server, ...next } });
  return (
    <fieldset
      className={`${classes.server} grid grid-cols-[1fr_88px_128px] gap-3 m-0 p-0 border-0 max-sm:grid-cols-[1fr_1fr]`}
    >
      <legend>{t(protocol)}</legend>
      <TextInput
        name={`${protocol}.host`}
        label={t('host')}
        value={server.host}
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
        error={problems[`${protocol}.host`]}
        onChange={(event) => change({ host: event.currentTarget.value })}
      />
      <NumberInput
        name={`${protocol}.port`}
        label={t('port')}
        value={server.port}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        min={1}
        max={65_535}
        clampBehavior="none"
        error={problems[`${protocol}.port`]}
        onChange={(port) => change({ port })}
      />
      <Select
        label={t('security')}
        value={server.secure ? 'tls' : 'starttls'}
        allowDeselect={false}
        data={[
          { value: 'tls', label: t('tls') },
          { value: 'starttls', label: t('starttls') },
        ]}
        onChange={(value) => onChange({ [protocol]: withSecurity(protocol, server, value === 'tls') })}
      />
    </fieldset>
  );
}

/** `imap.acme.com:993 · TLS`. */
export function describeServer({ host, port, secure }: ServerFields): string {
  return `${host}:${port} · ${t(secure ? 'tls' : 'starttls')}`;
}
