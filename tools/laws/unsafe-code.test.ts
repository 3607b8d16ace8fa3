import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPaths, parseFile, readSourceFiles, type SourceFile } from './source-files.ts';

const root = join(import.meta.dirname, '../..');

/** Code that a row of `docs/security/asvs.tsv` says is nowhere in the product. */
interface UnsafeCode {
  row: string;
  what: string;
  folders: RegExp;
  pattern: RegExp;
  /** Files where a standard names it, or that look at what others do. */
  except?: readonly string[];
}

const PRODUCT = /^(?:domain|contract|adapters|server|web)\/src\//;
const WEB = /^web\/src\//;
const BACK = /^(?:domain|contract|adapters|server)\/src\//;

const UNSAFE_CODE: readonly UnsafeCode[] = [
  {
    row: 'V1.3.10',
    what: 'a log line or text with a format string and values to put into it',
    folders: BACK,
    pattern:
      /\blog\.(?:trace|debug|info|warn|error|fatal)\(\s*(?:'[^'\n]*'|`[^`]*`)\s*,|\bconsole\.\w+\([^\n]*%[sdifjoO]|\bformatWithOptions\b|\bformat\b[^\n;]*from 'node:util'/,
  },
  {
    row: 'V1.4.1',
    what: 'memory that is not cleared, or native code of our own',
    folders: PRODUCT,
    pattern: /\ballocUnsafe(?:Slow)?\b|\bnew Buffer\(|\bWebAssembly\b|\bprocess\.dlopen\b|require\([^)]*\.node['"]\)/,
  },
  {
    row: 'V3.2.2',
    what: 'text that is put into a page as markup',
    folders: WEB,
    pattern:
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|\bdocument\.write|createContextualFragment|\.setHTMLUnsafe\(|\beval\(|\bnew Function\(/,
  },
  {
    row: 'V3.5.5',
    what: 'messages between windows, which any page may send',
    folders: WEB,
    pattern: /addEventListener\(\s*['"]message['"]|\bwindow\.onmessage\b|\.postMessage\(|\bBroadcastChannel\b/,
  },
  {
    row: 'V3.7.1',
    what: 'technology that browsers gave up: plugins, web SQL, application cache',
    folders: WEB,
    pattern:
      /<(?:object|embed|applet|param|keygen)\b|ActiveXObject|\bopenDatabase\(|\bapplicationCache\b|document\.all\b/,
  },
  {
    row: 'V11.2.1',
    what: 'a library of cryptography beside node:crypto, argon2, WebAuthn, TOTP, OpenID Connect and SAML',
    folders: PRODUCT,
    pattern:
      /from '(?:crypto-js|bcrypt(?:js)?|scrypt-js|node-forge|tweetnacl|elliptic|jsrsasign|sjcl|md5|sha\.?js|js-sha\d*|jsonwebtoken|@noble\/[\w/-]+|libsodium[\w-]*)'/,
  },
  {
    row: 'V11.4.1',
    what: 'a hash that is broken',
    folders: PRODUCT,
    pattern:
      /(?:createHash|createHmac|createSign|createVerify|hkdf(?:Sync)?|hash)\(\s*['"`](?:md[245]|sha-?1|ripemd\w*|rsa-(?:md5|sha1))\b|pbkdf2(?:Sync)?\([^)]*['"]sha-?1['"]/i,
  },
];

const findUnsafeCode = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => !/\.(?:test|conformance|factory)\.tsx?$|\/testing\//.test(path))
    .flatMap(({ path, text }) =>
      UNSAFE_CODE.filter(
        ({ folders, pattern, except = [] }) => folders.test(path) && !except.includes(path) && pattern.test(text),
      ).map(({ row, what }) => `${path}: ${what} (${row})`),
    );

describe('code that the security sheet says is nowhere', () => {
  test('is nowhere in the product', () => expect(findUnsafeCode(readSourceFiles(root))).toEqual([]));

  test.each([
    ['V1.3.10', 'server', "ctx.log.warn('refused by %s', host);"],
    ['V1.3.10', 'adapters', 'options.log.info(`two`, c);'],
    ['V1.3.10', 'server', "import { format } from 'node:util';"],
    ['V1.4.1', 'server', 'const piece = Buffer.allocUnsafe(size);'],
    ['V1.4.1', 'domain', 'await WebAssembly.instantiate(bytes);'],
    ['V3.2.2', 'web', 'return <p dangerouslySetInnerHTML={{ __html: text }} />;'],
    ['V3.2.2', 'web', 'element.innerHTML = name;'],
    ['V3.5.5', 'web', "window.addEventListener('message', read);"],
    ['V3.5.5', 'web', "opener.postMessage(token, '*');"],
    ['V3.7.1', 'web', 'return <embed src={file} />;'],
    ['V11.2.1', 'server', "import { hash } from 'bcryptjs';"],
    ['V11.4.1', 'adapters', "createHash('md5').update(text)"],
    ['V11.4.1', 'server', "createHmac('sha1', key)"],
  ])('%s is found planted in %s: %s', (row, folder, code) => {
    const found = findUnsafeCode([parseFile(`${folder}/src/planted.tsx`, code)]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`(${row})`);
  });

  test.each([
    ['server', "log.warn({ reason }, 'the host refused');"],
    ['web', 'const markup = page.body.innerHTML;'],
    ['web', 'if (page.body.innerHTML === before) return;'],
    ['adapters', "createHash('sha256').update(text)"],
  ])('code in %s passes: %s', (folder, code) =>
    expect(findUnsafeCode([parseFile(`${folder}/src/planted.tsx`, code)])).toEqual([]),
  );

  test('each of its rows is in the sheet', () => {
    const sheet = readFileSync(join(root, 'docs/security/asvs.tsv'), 'utf8');
    for (const { row } of UNSAFE_CODE) expect(sheet).toMatch(new RegExp(`^${row}\\t.*\\tpass\\t`, 'm'));
  });

  test('no native code of our own lies in the tree', () =>
    expect(listPaths(root, '*.c', '*.cc', '*.cpp', '*.rs', '*.node', '*.wasm', '*binding.gyp')).toEqual([]));
});

describe('types and comparisons', () => {
  const configs = listPaths(root, 'tsconfig*.json', '*/tsconfig*.json');
  const compilerOf = (path: string): Record<string, unknown> & { extends?: string } => {
    const { extends: base, compilerOptions = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return { ...(base ? compilerOf(join(path, '..', base)) : {}), ...compilerOptions };
  };

  test('every program of the tree is compiled strictly', () => {
    expect(configs).toContain('web/tsconfig.json');
    for (const path of configs)
      expect([path, compilerOf(path)]).toEqual([
        path,
        expect.objectContaining({ strict: true, noUncheckedIndexedAccess: true }),
      ]);
    const loosened = configs.filter((path) =>
      /"(?:noImplicitAny|strict\w*|useUnknownInCatchVariables)": false/.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(loosened).toEqual([]);
  });

  test('the linter refuses loose comparisons and values without a type', () => {
    const folder = mkdtempSync(join(tmpdir(), 'overture-lint-'));
    const { linter } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ linter }));
    writeFileSync(join(folder, 'planted.ts'), 'export const isSame = (a: any, b: string): boolean => a == b;\n');
    const lint = spawnSync(process.execPath, [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'lint', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(lint.stderr).toContain('noDoubleEquals');
    expect(lint.stderr).toContain('noExplicitAny');
  });
});
