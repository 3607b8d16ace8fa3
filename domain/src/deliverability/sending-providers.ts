/** A service that sends mail for other people's domains: how its customers name it in their DNS. */
export type SendingProvider = {
  label: string;
  /** Endings of the names of its mail servers. */
  hosts: readonly string[];
  /** What the customer's SPF record includes; any of them will do, the first is the one to advise. */
  spf: readonly string[];
  /** Selectors under which its customers publish DKIM keys. */
  selectors: readonly string[];
  /** Its customers cannot choose other ones. */
  has_fixed_selectors: boolean;
};

const provider = (
  label: string,
  hosts: string,
  spf: string,
  selectors = '',
  has_fixed_selectors = false,
): SendingProvider => ({
  label,
  has_fixed_selectors,
  hosts: hosts.split(' '),
  spf: spf.split(' '),
  selectors: selectors.split(' ').filter((selector) => selector !== ''),
});

/** As each provider's own help pages say. */
const SENDING_PROVIDERS: readonly SendingProvider[] = [
  provider('Google', 'gmail.com google.com googlemail.com', '_spf.google.com', 'google'),
  provider(
    'Microsoft',
    'office365.com outlook.com office.com',
    'spf.protection.outlook.com',
    'selector1 selector2',
    true,
  ),
  provider('Zoho', 'zoho.com zoho.eu zoho.in', 'zohomail.com zoho.com zoho.eu zohomail.eu one.zoho.com', 'zoho zmail'),
  provider('Fastmail', 'fastmail.com messagingengine.com', 'spf.messagingengine.com', 'fm1 fm2 fm3 mesmtp'),
  provider('Proton', 'protonmail.ch proton.me', '_spf.protonmail.ch', 'protonmail protonmail2 protonmail3'),
  provider('iCloud', 'mail.me.com icloud.com', 'icloud.com', 'sig1'),
  provider(
    'IONOS',
    'ionos.com ionos.de ionos.co.uk ionos.fr ionos.es 1and1.com',
    '_spf.perfora.net _spf.kundenserver.de',
    's1-ionos s2-ionos s42582890',
  ),
  provider('OVH', 'ovh.net ovh.ca mail.ovh.net', 'mx.ovh.com'),
  provider('Hostinger', 'hostinger.com', '_spf.mail.hostinger.com', 'hostingermail1 hostingermail-a hostingermail-b'),
  provider('Titan', 'titan.email', 'spf.titan.email', 'titan1 titan2'),
  provider('Rackspace', 'emailsrvr.com', 'emailsrvr.com'),
  provider('GoDaddy', 'secureserver.net', 'secureserver.net'),
  provider('Namecheap', 'privateemail.com', 'spf.privateemail.com', 'default'),
  provider('Infomaniak', 'infomaniak.com infomaniak.ch', 'spf.infomaniak.ch'),
  provider('Migadu', 'migadu.com', 'spf.migadu.com', 'key1 key2 key3'),
  provider('mailbox.org', 'mailbox.org', 'mailbox.org', 'mbo0001 mbo0002 mbo0003 mbo0004'),
  provider('Gandi', 'gandi.net', '_mailcust.gandi.net', 'gm1 gm2 gm3'),
];

/** Selectors many servers and sending services use. A key under any other name cannot be found by guessing. */
const COMMON_SELECTORS =
  'default dkim mail email smtp key1 k1 k2 s1 s2 x mx dkim1 selector sm mandrill pm mailjet sib krs mg'.split(' ');

/** The provider to whom a mail server belongs, or null. */
export function findSendingProvider(host: string): SendingProvider | null {
  const name = host.toLowerCase().replace(/\.$/, '');
  return SENDING_PROVIDERS.find(({ hosts }) => hosts.some((end) => name === end || name.endsWith(`.${end}`))) ?? null;
}

/** The selectors worth asking for, those seen in real mail and those of the sender's provider first. */
export function selectorsToTry(seen: readonly string[], sender: SendingProvider | null): string[] {
  const all = SENDING_PROVIDERS.flatMap(({ selectors }) => selectors);
  return [...new Set([...seen, ...(sender?.selectors ?? []), ...all, ...COMMON_SELECTORS])];
}
