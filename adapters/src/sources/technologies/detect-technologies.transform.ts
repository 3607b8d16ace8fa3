import { cutText, TEXT_BOUNDS } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import rules from './technology-rules.json' with { type: 'json' };

/**
 * One technology and what gives it away; every pattern is a regular expression without case. `script` is matched against the addresses
 * of scripts, style sheets and frames, `html` against the page as it came, `header`, `cookie` (by name) and `meta` against those.
 */
export const technologyRuleSchema = z.strictObject({
  name: z.string().min(1),
  category: z.string().min(1),
  script: z.array(z.string()).optional(),
  html: z.array(z.string()).optional(),
  header: z.record(z.string(), z.string()).optional(),
  cookie: z.array(z.string()).optional(),
  meta: z.record(z.string(), z.string()).optional(),
});
export type TechnologyRule = z.output<typeof technologyRuleSchema>;

export type Technology = { name: string; category: string; evidence: string };

const MOST_ADDRESSES = 400;
const MOST_META = 200;
/** Of a longer tag only its beginning is read. */
const LONGEST_TAG = 2_000;
const SOURCE = /\s(?:src|href|action|data-src)\s{0,20}=\s{0,20}["']?([^"'\s>]{1,1000})/i;

type CompiledRule = {
  name: string;
  category: string;
  script: RegExp[];
  html: RegExp[];
  cookie: RegExp[];
  header: [string, RegExp][];
  meta: [string, RegExp][];
};

let compiled: CompiledRule[] | undefined;

/** What a page and its headers give away, in the order of the rules, each technology once. */
export function detectTechnologies(html: string, headers: Headers): Technology[] {
  compiled ??= (rules as TechnologyRule[]).map(compileRule);
  const page = findTraces(cutText(html, TEXT_BOUNDS.page_html), headers);
  return compiled.flatMap((rule) => {
    const evidence = findEvidence(rule, page);
    return evidence === null ? [] : [{ name: rule.name, category: rule.category, evidence }];
  });
}

/** The technologies as sentences that an answer can quote. */
export function listTechnologies(html: string, headers: Headers): string[] {
  return detectTechnologies(html, headers).map(
    ({ name, category, evidence }) => `The website uses ${name} (${category}), seen in ${evidence}.`,
  );
}

type Traces = {
  html: string;
  addresses: string[];
  cookies: string[];
  headers: Headers;
  meta: Map<string, string>;
};

function findTraces(html: string, headers: Headers): Traces {
  const addresses: string[] = [];
  const meta = new Map<string, string>();
  for (const tag of tagsIn(html)) {
    const element = /^<(script|link|iframe|img|form|meta)\b/i.exec(tag)?.[1]?.toLowerCase();
    if (element === undefined) continue;
    if (element === 'meta') {
      if (meta.size < MOST_META) addMeta(tag, meta);
    } else {
      const address = SOURCE.exec(tag)?.[1];
      if (address !== undefined && addresses.length < MOST_ADDRESSES) addresses.push(address);
    }
  }
  const cookies = headers.getSetCookie().map((cookie) => cutText(cookie, 200).split('=', 1)[0]?.trim() ?? '');
  return { html, addresses, cookies, headers, meta };
}

/** Every tag from its bracket to the next closing one, in one pass. */
function* tagsIn(html: string): Generator<string> {
  for (let open = html.indexOf('<'); open !== -1; ) {
    const end = html.indexOf('>', open);
    if (end === -1) return;
    yield html.slice(open, Math.min(end + 1, open + LONGEST_TAG));
    open = html.indexOf('<', end);
  }
}

function addMeta(tag: string, meta: Map<string, string>): void {
  const name = /\b(?:name|property)\s{0,20}=\s{0,20}["']?([\w:-]{1,100})/i.exec(tag)?.[1];
  const content = /\bcontent\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/i.exec(tag);
  if (name !== undefined && content !== null) meta.set(name.toLowerCase(), content[1] ?? content[2] ?? '');
}

function findEvidence(rule: CompiledRule, page: Traces): string | null {
  for (const [name, pattern] of rule.header) {
    if (pattern.test(cutText(page.headers.get(name), TEXT_BOUNDS.line))) return `the header ${name}`;
  }
  for (const [name, pattern] of rule.meta) {
    if (pattern.test(page.meta.get(name) ?? '')) return `the tag ${name}`;
  }
  for (const pattern of rule.cookie) {
    // Its name is the site's own text: it stays out of what a model reads.
    if (page.cookies.some((name) => pattern.test(name))) return 'a cookie';
  }
  for (const pattern of rule.script) {
    const found = page.addresses.find((address) => pattern.test(address));
    if (found !== undefined) return `the address of ${hostOf(found)}`;
  }
  return rule.html.some((pattern) => pattern.test(page.html)) ? 'the page itself' : null;
}

function hostOf(address: string): string {
  return URL.parse(address, 'https://the-site/')?.hostname.replace('the-site', 'a script of its own') ?? 'a script';
}

function compileRule(rule: TechnologyRule): CompiledRule {
  const compile = (patterns: string[] = []): RegExp[] => patterns.map((pattern) => new RegExp(pattern, 'i'));
  const compilePairs = (pairs: Record<string, string> = {}): [string, RegExp][] =>
    Object.entries(pairs).map(([name, pattern]) => [name, new RegExp(pattern, 'i')]);
  return {
    name: rule.name,
    category: rule.category,
    script: compile(rule.script),
    html: compile(rule.html),
    cookie: compile(rule.cookie),
    header: compilePairs(rule.header),
    meta: compilePairs(rule.meta),
  };
}
