import type { accountsEndpoints } from '@overture/contract/accounts';
import type { EndpointInput } from '@overture/contract/endpoint';
import { t } from './texts.ts';

export type Protocol = 'imap' | 'smtp';

/** Fields of one server as typed; the port stays text until it is sent. */
export interface ServerFields {
  host: string;
  port: number | string;
  secure: boolean;
}

export interface ConnectForm {
  name: string;
  email: string;
  username: string;
  password: string;
  /** SMTP signs in like IMAP. */
  isSameSignIn: boolean;
  smtpUsername: string;
  smtpPassword: string;
  imap: ServerFields;
  smtp: ServerFields;
}

export type Problems = Partial<Record<string, string>>;

/** The port a server usually listens on. */
function usualPort(protocol: Protocol, secure: boolean): number {
  if (protocol === 'imap') return secure ? 993 : 143;
  return secure ? 465 : 587;
}

/** A server with another kind of security; its port follows where it was the usual one. */
export function withSecurity(protocol: Protocol, server: ServerFields, secure: boolean): ServerFields {
  const isUsual = server.port === usualPort(protocol, server.secure);
  return { ...server, secure, port: isUsual ? usualPort(protocol, secure) : server.port };
}

export function emptyForm(name: string, email: string): ConnectForm {
  return {
    name,
    email,
    username: email,
    password: '',
    isSameSignIn: true,
    smtpUsername: email,
    smtpPassword: '',
    imap: { host: '', port: 993, secure: true },
    smtp: { host: '', port: 465, secure: true },
  };
}

const isAddress = (text: string): boolean => /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(text.trim());

/** What is wrong with the first step, by field. */
export function findAddressProblems(form: Pick<ConnectForm, 'name' | 'email'>): Problems {
  return {
    ...(form.name.trim() === '' ? { name: t('name_needed') } : {}),
    ...(isAddress(form.email) ? {} : { email: t('email_invalid') }),
  };
}

/** What is wrong with the second step, by field. */
export function findServerProblems(form: ConnectForm): Problems {
  const problems: Problems = {};
  for (const protocol of ['imap', 'smtp'] as const) {
    const { host, port } = form[protocol];
    if (host.trim() === '') problems[`${protocol}.host`] = t('host_needed');
    if (!(Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535))
      problems[`${protocol}.port`] = t('port_invalid');
  }
  if (form.username.trim() === '') problems.username = t('username_needed');
  if (form.password === '') problems.password = t('password_needed');
  if (!form.isSameSignIn && form.smtpUsername.trim() === '') problems.smtpUsername = t('username_needed');
  if (!form.isSameSignIn && form.smtpPassword === '') problems.smtpPassword = t('password_needed');
  return problems;
}

export function parseForm(
  form: ConnectForm,
  accountId: number | undefined,
): EndpointInput<(typeof accountsEndpoints)['connectMailbox']>['body'] {
  const server = ({ host, port, secure }: ServerFields) => ({ host: host.trim(), port: Number(port), secure });
  const signIn = { username: form.username.trim(), password: form.password };
  return {
    name: form.name.trim(),
    email: form.email.trim(),
    imap: { ...server(form.imap), ...signIn },
    smtp: {
      ...server(form.smtp),
      ...(form.isSameSignIn ? signIn : { username: form.smtpUsername.trim(), password: form.smtpPassword }),
    },
    ...(accountId === undefined ? {} : { account_id: accountId }),
  };
}
