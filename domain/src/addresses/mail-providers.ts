import { emailDomain } from './email-address.ts';

/** `secure` true is TLS from the first byte; false is STARTTLS on a plain port. */
export type MailServer = { host: string; port: number; secure: boolean };

/** Where a provider's mailboxes are reached. `note` is what a user must know before the password works. */
export type MailProvider = {
  id: string;
  label: string;
  domains: readonly string[];
  imap: MailServer;
  smtp: MailServer;
  note: string | null;
};

const APP_PASSWORD = 'Create an app password in your account’s security settings and use it here.';
const ENABLE_IMAP = 'Switch on IMAP access in your mailbox settings first.';

const tls = (host: string, port = 993): MailServer => ({ host, port, secure: true });
const starttls = (host: string, port = 587): MailServer => ({ host, port, secure: false });

function provider(
  id: string,
  label: string,
  domains: string,
  imap: MailServer,
  smtp: MailServer,
  note: string | null = null,
): MailProvider {
  return { id, label, domains: domains.split(' '), imap, smtp, note };
}

/** Settings as each provider publishes them. */
export const MAIL_PROVIDERS: readonly MailProvider[] = [
  provider(
    'gmail',
    'Gmail',
    'gmail.com googlemail.com',
    tls('imap.gmail.com'),
    tls('smtp.gmail.com', 465),
    APP_PASSWORD,
  ),
  provider(
    'outlook',
    'Outlook.com',
    'outlook.com hotmail.com live.com msn.com outlook.de hotmail.de hotmail.co.uk hotmail.fr hotmail.nl live.nl outlook.fr',
    tls('outlook.office365.com'),
    starttls('smtp-mail.outlook.com'),
    'Outlook.com accepts passwords only where IMAP with basic sign-in is still allowed.',
  ),
  provider(
    'yahoo',
    'Yahoo Mail',
    'yahoo.com ymail.com rocketmail.com yahoo.co.uk yahoo.de yahoo.fr yahoo.it yahoo.es',
    tls('imap.mail.yahoo.com'),
    tls('smtp.mail.yahoo.com', 465),
    APP_PASSWORD,
  ),
  provider('aol', 'AOL', 'aol.com aim.com', tls('imap.aol.com'), tls('smtp.aol.com', 465), APP_PASSWORD),
  provider(
    'icloud',
    'iCloud',
    'icloud.com me.com mac.com',
    tls('imap.mail.me.com'),
    starttls('smtp.mail.me.com'),
    APP_PASSWORD,
  ),
  provider(
    'fastmail',
    'Fastmail',
    'fastmail.com fastmail.fm sent.com',
    tls('imap.fastmail.com'),
    tls('smtp.fastmail.com', 465),
    APP_PASSWORD,
  ),
  provider('zoho', 'Zoho Mail', 'zoho.com zohomail.com', tls('imap.zoho.com'), tls('smtp.zoho.com', 465), ENABLE_IMAP),
  provider(
    'zoho-eu',
    'Zoho Mail (Europe)',
    'zoho.eu zohomail.eu',
    tls('imap.zoho.eu'),
    tls('smtp.zoho.eu', 465),
    ENABLE_IMAP,
  ),
  provider('gmx', 'GMX', 'gmx.de gmx.net gmx.at gmx.ch', tls('imap.gmx.net'), tls('mail.gmx.net', 465), ENABLE_IMAP),
  provider('gmx-com', 'GMX.com', 'gmx.com gmx.us', tls('imap.gmx.com'), tls('mail.gmx.com', 465), ENABLE_IMAP),
  provider('web-de', 'WEB.DE', 'web.de', tls('imap.web.de'), tls('smtp.web.de', 465), ENABLE_IMAP),
  provider('mail-com', 'mail.com', 'mail.com email.com', tls('imap.mail.com'), tls('smtp.mail.com', 465), ENABLE_IMAP),
  provider('ionos-de', 'IONOS', 'ionos.de 1und1.de online.de', tls('imap.ionos.de'), tls('smtp.ionos.de', 465)),
  provider('ionos', 'IONOS', 'ionos.com', tls('imap.ionos.com'), tls('smtp.ionos.com', 465)),
  provider('ovh', 'OVHcloud', 'ovh.net ovh.com', tls('ssl0.ovh.net'), tls('ssl0.ovh.net', 465)),
  provider('strato', 'STRATO', 'strato.de', tls('imap.strato.de'), tls('smtp.strato.de', 465)),
  provider(
    't-online',
    'Telekom',
    't-online.de magenta.de',
    tls('secureimap.t-online.de'),
    tls('securesmtp.t-online.de', 465),
    'Use the separate email password of your Telekom account.',
  ),
  provider('freenet', 'freenet', 'freenet.de', tls('mx.freenet.de'), tls('mx.freenet.de', 465)),
  provider('mailbox-org', 'mailbox.org', 'mailbox.org', tls('imap.mailbox.org'), tls('smtp.mailbox.org', 465)),
  provider('posteo', 'Posteo', 'posteo.de posteo.net', tls('posteo.de'), tls('posteo.de', 465)),
  provider(
    'yandex',
    'Yandex',
    'yandex.com yandex.ru ya.ru',
    tls('imap.yandex.com'),
    tls('smtp.yandex.com', 465),
    APP_PASSWORD,
  ),
  provider(
    'mail-ru',
    'Mail.ru',
    'mail.ru bk.ru inbox.ru list.ru',
    tls('imap.mail.ru'),
    tls('smtp.mail.ru', 465),
    APP_PASSWORD,
  ),
  provider('one-com', 'one.com', 'one.com', tls('imap.one.com'), tls('send.one.com', 465)),
  provider('migadu', 'Migadu', 'migadu.com', tls('imap.migadu.com'), tls('smtp.migadu.com', 465)),
  provider('runbox', 'Runbox', 'runbox.com', tls('mail.runbox.com'), tls('mail.runbox.com', 465)),
  provider('kpn', 'KPN', 'kpnmail.nl planet.nl hetnet.nl', tls('imap.kpnmail.nl'), starttls('smtp.kpnmail.nl')),
  provider('ziggo', 'Ziggo', 'ziggo.nl home.nl upcmail.nl', tls('imap.ziggo.nl'), starttls('smtp.ziggo.nl')),
  provider('orange-fr', 'Orange', 'orange.fr wanadoo.fr', tls('imap.orange.fr'), tls('smtp.orange.fr', 465)),
  provider('free-fr', 'Free', 'free.fr', tls('imap.free.fr'), tls('smtp.free.fr', 465)),
  provider('laposte', 'La Poste', 'laposte.net', tls('imap.laposte.net'), tls('smtp.laposte.net', 465), ENABLE_IMAP),
  provider('libero', 'Libero', 'libero.it', tls('imapmail.libero.it'), tls('smtp.libero.it', 465)),
  provider('bluewin', 'Bluewin', 'bluewin.ch', tls('imaps.bluewin.ch'), tls('smtpauths.bluewin.ch', 465)),
];

/** Mailboxes of a company's own domain that a known host serves, told by the names of its MX servers. */
const HOSTED_BY_MX: readonly { suffix: string; id: string }[] = [
  { suffix: 'google.com', id: 'gmail' },
  { suffix: 'googlemail.com', id: 'gmail' },
  { suffix: 'messagingengine.com', id: 'fastmail' },
  { suffix: 'zoho.com', id: 'zoho' },
  { suffix: 'zoho.eu', id: 'zoho-eu' },
  { suffix: 'mail.ovh.net', id: 'ovh' },
  { suffix: 'ionos.de', id: 'ionos-de' },
  { suffix: 'kundenserver.de', id: 'ionos-de' },
  { suffix: 'ionos.com', id: 'ionos' },
  { suffix: 'rzone.de', id: 'strato' },
  { suffix: 'mailbox.org', id: 'mailbox-org' },
  { suffix: 'yandex.net', id: 'yandex' },
  { suffix: 'one.com', id: 'one-com' },
  { suffix: 'migadu.com', id: 'migadu' },
];

/** Servers of Microsoft 365 for a company's own domain. */
const OFFICE_365: MailProvider = {
  id: 'office365',
  label: 'Microsoft 365',
  domains: [],
  imap: tls('outlook.office365.com'),
  smtp: starttls('smtp.office365.com'),
  note: 'Your administrator must allow IMAP and authenticated SMTP for this mailbox.',
};

const BY_DOMAIN = new Map(MAIL_PROVIDERS.flatMap((entry) => entry.domains.map((domain) => [domain, entry] as const)));

/** Provider of an address, told by its domain; null when unknown. */
export function findMailProvider(email: string): MailProvider | null {
  const domain = emailDomain(email);
  return domain === null ? null : (BY_DOMAIN.get(domain) ?? null);
}

/** Provider told by the MX hosts of the address's domain (looked up by the caller); null when unknown. */
export function findMailProviderByMx(mxHosts: readonly string[]): MailProvider | null {
  const hosts = mxHosts.map((host) => host.toLowerCase().replace(/\.$/, ''));
  const endsWith = (suffix: string) => hosts.some((host) => host === suffix || host.endsWith(`.${suffix}`));
  if (endsWith('mail.protection.outlook.com') || endsWith('mx.microsoft')) return OFFICE_365;
  const hosted = HOSTED_BY_MX.find(({ suffix }) => endsWith(suffix));
  return MAIL_PROVIDERS.find((entry) => entry.id === hosted?.id) ?? null;
}

/** A first guess for an unknown domain: the names most hosts use. */
export function guessMailServers(email: string): { imap: MailServer; smtp: MailServer } | null {
  const domain = emailDomain(email);
  return domain === null ? null : { imap: tls(`imap.${domain}`), smtp: tls(`smtp.${domain}`, 465) };
}
