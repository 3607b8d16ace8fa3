import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { detectTechnologies, type TechnologyRule, technologyRuleSchema } from './detect-technologies.transform.ts';
import rules from './technology-rules.json' with { type: 'json' };

const namesIn = (html: string, headers: [string, string][] = []): string[] =>
  detectTechnologies(html, new Headers(headers)).map(({ name }) => name);

/** The shortest text a pattern of ours matches; enough of the syntax for the rules, which use no more. */
function sampleOf(pattern: string): string {
  let text = pattern.replace(/^\^|\$$/g, '');
  for (let previous = ''; previous !== text; ) {
    previous = text;
    text = text.replace(/\((?:\?:)?([^()|]*)(?:\|[^()]*)?\)([?*]|\{0,\d+\})?/g, (_, first: string, many) =>
      many ? '' : first,
    );
  }
  text = text
    .replace(/\[\^[^\]]*\](?:\*|\{0,\d+\})/g, '')
    .replace(/\[([^\]])[^\]]*\](\*|\?)/g, '')
    .replace(/\[\\d\.\](\+)/g, '1')
    .replace(/\[["']+\]/g, '"')
    .replace(/\[a-z0-9_?\](?:\{(\d+)(?:,\d*)?\})/g, (_, count: string) => 'a'.repeat(Number(count)))
    .replace(/\[(\\?.)[^\]]*\](?:\{(\d+)(?:,\d*)?\}|\+)?/g, (_, first: string, count?: string) =>
      first.repeat(Number(count ?? 1)),
    )
    .replace(/\\d\*|\\s\*|\.\*/g, '')
    .replace(/\\d(?:\{(\d+)(?:,\d*)?\}|\+)?/g, (_, count?: string) => '1'.repeat(Number(count ?? 1)))
    .replace(/\\s/g, ' ')
    .replace(/(?:\\.|[^\\])\?/g, '')
    .split('|')[0] as string;
  text = text.replace(/\\(.)/g, '$1');
  return text === '.' ? 'x' : text.replace(/^\^|\$$/g, '');
}

describe('the rules', () => {
  test('are at least 150, whole, compile, and name each technology once', () => {
    const parsed = z.array(technologyRuleSchema).parse(rules);
    expect(parsed.length).toBeGreaterThanOrEqual(150);
    expect(new Set(parsed.map(({ name }) => name)).size).toBe(parsed.length);
    for (const { name, ...rule } of parsed) {
      const patterns = [rule.script, rule.html, rule.cookie].flatMap((list) => list ?? []);
      const pairs = { ...rule.header, ...rule.meta };
      expect(patterns.length + Object.keys(pairs).length, name).toBeGreaterThan(0);
      for (const pattern of [...patterns, ...Object.values(pairs)])
        expect(() => new RegExp(pattern, 'i')).not.toThrow();
    }
  });

  const traces = (rules as TechnologyRule[]).flatMap((rule) => [
    ...(rule.script ?? []).map((pattern) => [rule.name, 'script', '', pattern] as const),
    ...(rule.html ?? []).map((pattern) => [rule.name, 'html', '', pattern] as const),
    ...(rule.cookie ?? []).map((pattern) => [rule.name, 'cookie', '', pattern] as const),
    ...Object.entries(rule.header ?? {}).map(([key, pattern]) => [rule.name, 'header', key, pattern] as const),
    ...Object.entries(rule.meta ?? {}).map(([key, pattern]) => [rule.name, 'meta', key, pattern] as const),
  ]);

  test('every single trace finds its technology, where it is and not elsewhere', () => {
    const missed: string[] = [];
    for (const [name, kind, key, pattern] of traces) {
      const sample = sampleOf(pattern);
      if (!new RegExp(pattern, 'i').test(sample)) missed.push(`${name}: no sample for ${pattern} (${sample})`);
      const html = {
        script: `<script defer src="https:${sample.startsWith('/') ? '' : '//'}${sample}"></script>`,
        html: `<p>${sample}</p>`,
        meta: `<meta name="${key}" content="${sample}">`,
        cookie: '',
        header: '',
      }[kind];
      const headers: [string, string][] =
        kind === 'cookie' ? [['set-cookie', `${sample}=1; Path=/`]] : kind === 'header' ? [[key, sample]] : [];
      if (!namesIn(html, headers).includes(name)) missed.push(`${name}: ${kind} ${pattern} (${sample})`);
    }
    expect(missed).toEqual([]);
    expect(traces.length).toBeGreaterThan(300);
  });

  test('an ordinary page and words in running text find nothing', () => {
    expect(
      namesIn('<p>We use Stripe, HubSpot, React, Shopify and WordPress. Call us about jquery and Cloudflare.</p>'),
    ).toEqual([]);
    expect(namesIn('')).toEqual([]);
    expect(namesIn('<a href="https://js.stripe.com/v3">documentation</a>')).toEqual([]);
  });
});

test('a real page of many technologies', () => {
  const html = `<html><head><meta name="generator" content="WordPress 6.8"><script async src='https://www.googletagmanager.com/gtag/js?id=G-1'></script>
    <link rel=stylesheet href=https://fonts.googleapis.com/css2?family=Inter></head><body><script src="//js.hs-scripts.com/1.js"></script></body></html>`;
  const found = namesIn(html, [
    ['server', 'cloudflare'],
    ['set-cookie', 'PHPSESSID=1; Path=/'],
    ['set-cookie', '__stripe_mid=2'],
  ]);
  expect(found).toEqual(
    expect.arrayContaining(['WordPress', 'Google Analytics', 'Google Fonts', 'HubSpot', 'Cloudflare', 'PHP', 'Stripe']),
  );
});

test('hostile pages are read in time', () => {
  const started = performance.now();
  const pieces = [
    '<script src="',
    '<meta name="generator" content="',
    'class="',
    '<script '.repeat(3),
    "gtag('config', '",
  ];
  for (const piece of pieces) detectTechnologies(piece.repeat(60_000), new Headers());
  expect(performance.now() - started).toBeLessThan(10_000);
});
