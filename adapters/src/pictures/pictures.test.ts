import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classifyPicture, createPictures } from './pictures.adapter.ts';

const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const limits = { max_size_in_bytes: 10_000, timeout_in_ms: 1000 };
let site: http.Server;
let asked: http.IncomingMessage[] = [];
let at = '';

const answers: Record<string, [type: string, body: Buffer | string, status?: number]> = {
  '/pixel.gif': ['text/html', gif],
  '/evil.gif': ['image/gif', '<html><script>alert(1)</script>'],
  '/evil.svg': ['image/svg+xml', svg],
  '/huge.gif': ['image/gif', Buffer.concat([gif, Buffer.alloc(20_000)])],
  '/gone.gif': ['image/gif', gif, 404],
};

beforeAll(async () => {
  site = http.createServer((request, response) => {
    asked.push(request);
    const [type, body, status = 200] = answers[request.url ?? ''] ?? ['text/plain', 'no', 404];
    if (request.url === '/slow.gif') return;
    if (request.url === '/to-private') return void response.writeHead(302, { location: 'http://10.0.0.1/x.gif' }).end();
    response.writeHead(status, { 'content-type': type, 'set-cookie': 'seen=1' }).end(body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

describe('pictures of strangers', () => {
  test('a bitmap comes with the type of its bytes, and its host learns nothing of the reader', async () => {
    const pictures = createPictures({ outbound_allow: '127.0.0.1' });
    asked = [];
    expect(await pictures.fetchPicture(`${at}/pixel.gif`, limits)).toEqual({ type: 'image/gif', bytes: gif });
    await pictures.fetchPicture(`${at}/pixel.gif`, limits);
    expect(asked.flatMap(({ headers }) => [headers.cookie, headers.referer, headers.origin])).toEqual(
      Array(6).fill(undefined),
    );
    await pictures.close();
  });

  test.each(['/evil.gif', '/evil.svg', '/huge.gif', '/gone.gif', '/slow.gif', '/to-private'])(
    '%s is none',
    async (path) => {
      const pictures = createPictures({ outbound_allow: '127.0.0.1' });
      expect(await pictures.fetchPicture(at + path, { ...limits, timeout_in_ms: 300 })).toBeNull();
      await pictures.close();
    },
  );

  test('nothing inside is asked', async () => {
    const pictures = createPictures({ outbound_allow: '' });
    asked = [];
    for (const address of [
      `${at}/pixel.gif`,
      'file:///etc/passwd',
      'http://169.254.169.254/latest',
      'data:image/gif;base64,R0lG',
      '',
    ]) {
      expect(await pictures.fetchPicture(address, limits)).toBeNull();
    }
    expect(asked).toEqual([]);
    await pictures.close();
  });
});

test.each([
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'image/png'],
  [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
  [Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
  [Buffer.from('\0\0\0\x20ftypavif'), 'image/avif'],
  [Buffer.from('RIFF\0\0\0\0WAVE'), null],
  [Buffer.from(svg), null],
  [Buffer.from(`GIF89${svg}`), null],
  [Buffer.from('%PDF-1.7'), null],
  [Buffer.alloc(0), null],
])('bytes %#', (bytes, type) => {
  expect(classifyPicture(bytes)).toBe(type);
});
