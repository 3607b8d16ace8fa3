import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** What a provider signs with, and the certificate it shows for it. */
export type SamlKey = { private_key: string; certificate: string };

/** A new key with a certificate that it signed itself (X.509 in DER, base64), good for a century. */
export function createSamlKey(): SamlKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { private_key, certificate: createCertificate(publicKey, private_key).toString('base64') };
}

const length = (size: number): number[] =>
  size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
const tag = (code: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([code, ...length(body.length)]), body]);
};
const sequence = (...parts: Buffer[]): Buffer => tag(0x30, ...parts);

function createCertificate(publicKey: KeyObject, privateKey: string): Buffer {
  // sha256WithRSAEncryption; commonName.
  const algorithm = sequence(tag(0x06, Buffer.from('2a864886f70d01010b', 'hex')), tag(0x05));
  const commonName = sequence(tag(0x06, Buffer.from('550403', 'hex')), tag(0x0c, Buffer.from('sandbox')));
  const name = sequence(tag(0x31, commonName));
  const time = (text: string): Buffer => tag(0x18, Buffer.from(text));
  const body = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  return sequence(body, algorithm, tag(0x03, Buffer.from([0]), signature));
}
