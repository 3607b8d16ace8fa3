import type { SourceFile } from './source-files.ts';

export interface TextViolation {
  rule: string;
  path: string;
}

interface TextRule {
  name: string;
  isBroken(file: SourceFile): boolean;
}

const lines = (text: string): number => text.split('\n').length - 1;
const isTest = (path: string): boolean => /\.(test|e2e|conformance)\.tsx?$/.test(path);
const vendors = /\b(hubspot|pipedrive|salesforce|unipile|stripe|openai|anthropic)\b/i;
const foreignSection =
  /\((?:core-platform|campaigns|leads|architecture|reliability|daily-practice) \d[\d.]*\b[^()\n]*\)/;
const bareJson = /\bJSON\.stringify\(/;
const bareJsonInSql = /\bJSON\.stringify\([^`{]*\}::jsonb?\b/;
const suffixes = /\.(routes|service|store|rules|policy|job|events|factory|test|scenario\.test)\.ts$/;

export const textRules: TextRule[] = [
  {
    name: 'a file is at most 400 lines, a test at most 600',
    isBroken: ({ path, text }) => lines(text) > (isTest(path) ? 600 : 400),
  },
  {
    name: 'files and folders are kebab-case',
    // n8n loads nodes and credentials by names of its own (decision 0344).
    isBroken: ({ path }) =>
      !/^packages\/n8n-nodes-overture\/(?:nodes|credentials)\//.test(path) &&
      !path.split('/').every((part) => /^[a-z0-9_.-]+$/.test(part)),
  },
  {
    name: 'a slice holds only files with one of the closed suffixes, its face and its README',
    isBroken: ({ path }) => /^server\/src\/slices\//.test(path) && !/\/index\.ts$/.test(path) && !suffixes.test(path),
  },
  {
    name: 'SQL is written only in stores (and in app, kernel, tests)',
    isBroken: ({ path, text }) =>
      /^server\/src\/slices\//.test(path) && !/\.(store|test|factory)\.ts$/.test(path) && /\bsql`|\bsql</.test(text),
  },
  {
    name: 'JSON that goes into a statement is written by toJson (kernel/db/to-json.ts)',
    isBroken: ({ path, text }) =>
      path.startsWith('server/src/') &&
      !isTest(path) &&
      (/\.store\.ts$|\/kernel\/outbox\.ts$/.test(path) ? bareJson : bareJsonInSql).test(text),
  },
  {
    name: 'JSON of a vendor is read by parseForeignJson (adapters/src/kit/foreign-json.ts)',
    isBroken: ({ path, text }) =>
      path.startsWith('adapters/src/') &&
      !isTest(path) &&
      path !== 'adapters/src/kit/foreign-json.ts' &&
      /\bJSON\.parse\([^\n]*(?<!\binit\.)\b(?:body|response)\b/.test(text),
  },
  {
    name: 'no default exports outside configurations and translations',
    isBroken: ({ path, text }) => !/\.config\.ts$|^web\/src\/.*\.de\.ts$/.test(path) && /^export default /m.test(text),
  },
  {
    name: 'nothing left behind: no TODO, no focused or skipped test, no silenced type error',
    isBroken: ({ path, text }) =>
      !path.startsWith('tools/laws/') &&
      /\b(TODO|FIXME|XXX|HACK)\b|\.only\(|\b(test|it|describe)\.skip\(|@ts-ignore|@ts-nocheck/.test(text),
  },
  {
    name: 'nothing cites a section of a document outside the repository',
    isBroken: ({ path, text }) => !path.startsWith('tools/laws/') && foreignSection.test(text),
  },
  {
    name: 'the rules read no clock and roll no dice',
    isBroken: ({ path, text }) =>
      (/\.rules\.ts$/.test(path) || (path.startsWith('domain/src/') && !isTest(path))) &&
      /\bDate\.now\(|\bnew Date\(\)|Math\.random\(/.test(text),
  },
  {
    name: 'vendor names occur only in adapters, sandbox, settings and the domain',
    isBroken: ({ path, text }) =>
      /^(server\/src\/slices|web\/src|contract\/src)\//.test(path) && !isTest(path) && vendors.test(text),
  },
  {
    name: 'web: a part that opens later is loaded by lazyPart (web/src/ui/lazy-part.tsx), which keeps the page when its file fails',
    isBroken: ({ path, text }) =>
      path.startsWith('web/src/') && path !== 'web/src/ui/lazy-part.tsx' && !isTest(path) && /\blazy\(/.test(text),
  },
];

export function findTextViolations(files: SourceFile[]): TextViolation[] {
  return files.flatMap((file) =>
    textRules.filter((rule) => rule.isBroken(file)).map((rule) => ({ rule: rule.name, path: file.path })),
  );
}
