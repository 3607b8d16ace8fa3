/**
 * The world's DNS. Every domain has a mail exchanger and valid mail records, except those whose name begins with one of
 * these words:
 * - `nomail`: does not exist; `nullmx`: accepts no mail (RFC 7505); `down`: no answer
 * - `bare`: neither SPF, DKIM nor DMARC; `open`: SPF allows every server; `twice`: two SPF records
 * - `loop`: its SPF includes itself through another one; `deep`: it includes more than ten others
 * - `silent`: its SPF includes a name that never answers; `flood`: thousands of TXT records, 64 KB in all
 */
export const TYPES = { A: 1, CNAME: 5, PTR: 12, MX: 15, TXT: 16 } as const;

const MAIL_SERVER = 'mail.sandbox.example';
const DKIM_KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`;
const SELECTOR = 'default._domainkey.';

/** Added TXT records by name; aliases under `CNAME ` and the name. */
export type AddedTexts = Map<string, string[]>;

/** Data of a name's records; `missing`: the name does not exist, `silence`: no answer at all. */
export function recordsOf(name: string, type: number, added: AddedTexts): string[] | 'missing' | 'silence' {
  const texts = type === TYPES.TXT ? added.get(name) : undefined;
  if (texts) return texts;
  if (type === TYPES.CNAME) return added.get(`CNAME ${name}`) ?? [];
  if (name.startsWith('_domain-challenge.')) return 'missing';
  const domain = name.replace(/^_dmarc\.|^[^.]+\._domainkey\./, '');
  if (domain.startsWith('down')) return 'silence';
  if (domain.startsWith('nomail')) return 'missing';
  if (type === TYPES.MX) return [domain.startsWith('nullmx') ? '' : `mx.${domain}`];
  if (type === TYPES.PTR) return name === '1.0.0.127.in-addr.arpa' ? [MAIL_SERVER] : 'missing';
  if (type === TYPES.A) return name === MAIL_SERVER ? ['127.0.0.1'] : [];
  return type === TYPES.TXT ? textsOf(name, domain) : [];
}

function textsOf(name: string, domain: string): string[] | 'missing' {
  const isBare = domain.startsWith('bare');
  if (name.startsWith('_dmarc.')) return isBare ? 'missing' : ['v=DMARC1; p=quarantine'];
  if (name.includes('._domainkey.')) return name.startsWith(SELECTOR) && !isBare ? [DKIM_KEY] : 'missing';
  if (isBare) return [];
  return policiesOf(domain);
}

function policiesOf(domain: string): string[] {
  const own = 'v=spf1 ip4:127.0.0.1 -all';
  if (domain.startsWith('open')) return ['v=spf1 +all'];
  if (domain.startsWith('twice')) return [own, own];
  if (domain.startsWith('loop')) {
    const other = domain.startsWith('loopback-') ? domain.slice('loopback-'.length) : `loopback-${domain}`;
    return [`v=spf1 include:${other} -all`];
  }
  if (domain.startsWith('deep'))
    return [`v=spf1 ${times(30, (n) => `include:part${n}.${domain.slice(4)}`).join(' ')} -all`];
  if (domain.startsWith('silent')) return ['v=spf1 include:down.example -all'];
  if (domain.startsWith('flood')) return times(3000, (n) => `v${n}`);
  return [own, 'some-service-verification=1234'];
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

export function encodeName(name: string): Buffer {
  const labels = name === '' ? [] : name.split('.');
  const parts = labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...parts, Buffer.from([0])]);
}

export const encodeAddress = (address: string): Buffer => Buffer.from(address.split('.').map(Number));

/** Strings of at most 255 octets each. */
export function encodeText(text: string): Buffer {
  const parts = text.match(/[\s\S]{1,255}/g) ?? [''];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])));
}
