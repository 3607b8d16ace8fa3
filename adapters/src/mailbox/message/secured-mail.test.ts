import { describe, expect, test } from 'vitest';
import { parseCms } from './cms-content.transform.ts';
import { parseMail } from './parse-mail.transform.ts';

const HEAD =
  'From: Ada <ada@a.test>\r\nTo: ann@b.test\r\nSubject: Re: Hello\r\nMessage-ID: <1@a.test>\r\nMIME-Version: 1.0\r\n';
const parse = (more: string) => {
  const raw = Buffer.from(HEAD + more.replace(/\r?\n/g, '\r\n'));
  return parseMail(raw, raw.length);
};
const element = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(5, 0x84);
  length.writeUInt32BE(body.length, 1);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
const endless = (tag: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);
const oid = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));
const VERSION = element(0x02, Buffer.from([1]));
const ALGORITHMS = element(0x31, element(0x30, oid('608648016503040201')));
type Wrap = (tag: number, ...parts: Buffer[]) => Buffer;
const cms = (wrap: Wrap, octets: Buffer): Buffer =>
  wrap(
    0x30,
    oid('2a864886f70d010702'),
    wrap(
      0xa0,
      wrap(0x30, VERSION, ALGORITHMS, wrap(0x30, oid('2a864886f70d010701'), wrap(0xa0, octets)), element(0x31)),
    ),
  );
const smime = (der: Buffer): string =>
  `Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"\nContent-Disposition: attachment; filename="smime.p7m"\nContent-Transfer-Encoding: base64\n\n${der.toString('base64').replace(/.{76}/g, '$&\n')}\n`;
const WORDS = Buffer.from(
  'From: boss@evil.test\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nPlease call me on Thursday, Jürgen.\r\n',
);

describe('signed mails', () => {
  test.each<[string, Buffer]>([
    ['DER', cms(element, element(0x04, WORDS))],
    [
      'BER without lengths, in pieces',
      cms(endless, endless(0x24, element(0x04, WORDS.subarray(0, 50)), element(0x04, WORDS.subarray(50)))),
    ],
    [
      'pieces with a length',
      cms(element, element(0x24, element(0x04, WORDS.subarray(0, 9)), element(0x04, WORDS.subarray(9)))),
    ],
  ])('%s: the words are read, under the head that is seen', async (_, der) => {
    const mail = await parse(smime(der));
    expect(mail).toMatchObject({
      from: { address: 'ada@a.test' },
      message_id: '1@a.test',
      attachments: [],
      is_encrypted: false,
    });
    expect(mail.text.trim()).toBe('Please call me on Thursday, Jürgen.');
  });

  test('one in another, and a gateway that wrote its own words below', async () => {
    const inner = cms(element, element(0x04, WORDS));
    const outer = cms(element, element(0x04, Buffer.from(smime(inner).replace(/\n/g, '\r\n'))));
    const mail = await parse(
      `Content-Type: multipart/mixed; boundary=b\n\n--b\n${smime(outer)}--b\nContent-Type: text/plain\n\nScanned by us.\n--b--\n`,
    );
    expect(mail.text.trim()).toBe('Please call me on Thursday, Jürgen.\n\n\nScanned by us.');
  });

  test('a signature beside the words is no file', async () => {
    const mail = await parse(
      'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=b\n\n--b\nContent-Type: text/plain\n\nYes.\n--b\nContent-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64\n\nAAAA\n--b--\n',
    );
    expect([mail.text.trim(), mail.attachments]).toEqual(['Yes.', []]);
  });

  test('words signed by PGP are read without its lines', async () => {
    const mail = await parse(
      'Content-Type: text/plain\n\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nYes, Thursday.\n- -- \nAda\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n',
    );
    expect([mail.text, mail.is_encrypted]).toEqual(['Yes, Thursday.\n-- \nAda', false]);
  });
});

describe('encrypted mails say so', () => {
  test.each([
    ['S/MIME', smime(element(0x30, oid('2a864886f70d010703'), element(0xa0, element(0x30, VERSION))))],
    [
      'PGP/MIME',
      'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=p\n\n--p\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--p\nContent-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n--p--\n',
    ],
    ['PGP in the text', 'Content-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n'],
    ['what cannot be read', smime(Buffer.from('3080', 'hex'))],
  ])('%s', async (_, more) => {
    const mail = await parse(more);
    expect([mail.is_encrypted, mail.text.trim()]).toEqual([true, '']);
  });
});

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a length beyond the end', Buffer.from('3084ffffffff06', 'hex')],
  ['layers without end', Buffer.concat(Array.from({ length: 200_000 }, () => Buffer.from([0x30, 0x80])))],
  [
    'a million empty elements',
    cms(endless, endless(0x24, Buffer.concat(Array.from({ length: 1_000_000 }, () => Buffer.from([0x04, 0]))))),
  ],
  [
    'layers inside the words',
    cms(endless, Buffer.concat(Array.from({ length: 200_000 }, () => Buffer.from([0x24, 0x80])))),
  ],
])('%s: nothing is read', (_, der) => {
  expect(parseCms(der)).toBeNull();
});
