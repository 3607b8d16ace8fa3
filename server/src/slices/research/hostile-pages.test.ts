import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProviderError } from '@overture/adapters/kit/errors';
import { createMissingLinkedin } from '@overture/adapters/linkedin/not-configured.adapter';
import type { SourcesPort } from '@overture/adapters/sources/sources.port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createResearchSources } from '../../app/research-adapters.ts';
import { loadConfig } from '../../kernel/config.ts';
import { watchLongestBlock } from '../../testing/longest-block.ts';

/** As much as the guarded client lets through. */
const SIZE = 1_900_000;

const page = (unit: string, begin = '<html><body>', most = SIZE): Buffer =>
  Buffer.concat([Buffer.from(begin), Buffer.alloc(most, unit)]);
const SHAPES: Record<string, Buffer> = {
  'the beginning of a rule, again and again': page('/-/media/'),
  'open elements': page('<div>'),
  'opening brackets': page('<'),
  'scripts without an end': page('<script src="'),
  scripts: page('<script src="https://a.example/b.js"></script>'),
  'meta tags': page('<meta name="generator" content="a'),
  attributes: page('a="b" ', '<p '),
  'one style': page('display:none;', '<p style="'),
  comments: page('<!--'),
  entities: page('&amp;&#x41;&lt'),
  links: page('<a href="https://a.example/pricing">a</a>'),
  blanks: page(' '),
  zeros: page('\0'),
  drawings: page('<svg><g>'),
};
const UNITS = [
  '<',
  '>',
  '"',
  "'",
  '/',
  '=',
  'src=',
  '<meta ',
  'wp-content/',
  '.js',
  ' ',
  '\n',
  '<a ',
  '&',
  '/-/',
  'cdn.',
  '?',
];
for (let drawn = 0; drawn < 6; drawn += 1) {
  const unit = Array.from(
    { length: 1 + Math.floor(Math.random() * 5) },
    () => UNITS[Math.floor(Math.random() * UNITS.length)],
  ).join('');
  SHAPES[`drawn: ${JSON.stringify(unit)}`] = page(unit);
}
const names = Object.keys(SHAPES);

let web: Server;
let base: string;
let directory: string;
let sources: SourcesPort;
beforeAll(async () => {
  web = createServer((request, response) => {
    const path = request.url ?? '/';
    response.setHeader('content-type', 'text/html');
    if (path === '/good')
      return response.end(`<html><head><title>Good</title></head><body>${'We make bricks. '.repeat(20)}</body></html>`);
    return response.end(SHAPES[names[Number(path.slice(1))] ?? ''] ?? 'gone');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  base = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  directory = await mkdtemp(join(tmpdir(), 'overture-pages-'));
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: directory, PORT: '0', APP_URL: 'http://localhost' });
  sources = createResearchSources(config, null, base, createMissingLinkedin());
});
afterAll(async () => {
  await sources.close();
  await new Promise((resolve) => web.close(resolve));
  await rm(directory, { recursive: true });
});

test('hostile pages are read or refused in time, and other work continues', async () => {
  const endWatch = watchLongestBlock();
  await Promise.all(
    names.map(async (name, index) => {
      const website = `http://${base}/${index}`;
      for (const ask of [sources.detectTechnologies, sources.fetchWebsite]) {
        const answer = await ask({ website }).catch((error: unknown) => {
          if (isProviderError(error)) return error;
          throw error;
        });
        expect(answer, name).toBeDefined();
      }
    }),
  );
  const [good] = await sources.fetchWebsite({ website: `http://${base}/good` });
  expect(good?.text).toContain('We make bricks.');
  const longestBlock = endWatch();
  expect(longestBlock).toBeLessThan(1_000);
}, 120_000);
