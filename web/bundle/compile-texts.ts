import { relative } from 'node:path';
import { type Plugin, parseSync, Visitor } from 'vite';
import { compileMessage } from './compile-message.ts';
import { type Replacement, replaceSpans } from './replace-spans.ts';

const SOURCE = `${import.meta.dirname}/../src/`;

interface Property {
  type: string;
  value?: { type: string; start: number; end: number; value?: unknown };
}

/** The texts of a file, English (`defineTexts({ … })`) or another language (`X.de.ts`), with their messages compiled. */
export function compileTexts(path: string, code: string): string {
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const replacements: Replacement[] = [];
  const compile = (properties: readonly Property[]): void => {
    for (const { value } of properties)
      if (value?.type === 'Literal' && typeof value.value === 'string')
        replacements.push({ start: value.start, end: value.end, text: JSON.stringify(compileMessage(value.value)) });
  };
  new Visitor({
    CallExpression({ callee, arguments: [texts] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineTexts' || texts?.type !== 'ObjectExpression') return;
      compile(texts.properties);
      replacements.push({ start: texts.end, end: texts.end, text: `, ${JSON.stringify(idOf(path))}` });
    },
    ExportDefaultDeclaration({ declaration }) {
      if (declaration.type === 'ObjectExpression') compile(declaration.properties);
    },
  }).visit(program);
  return replaceSpans(code, replacements);
}

/** Of `src/features/auth/texts.ts` only `auth`: every page carries the names of its texts. */
const idOf = (path: string): string => relative(SOURCE, path).replace(/^features\/|(?:\/texts)?(?:\.de)?\.tsx?$/g, '');

/** In the development server, the build and the tests of screens. Node loads other tests: `src/lib/testing/node-texts.ts`. */
export function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?(?:\?|$)/, code: /\bdefineTexts\(|^export default \{/m },
      handler: (code, id) => ({ code: compileTexts(id.split('?')[0] ?? id, code), map: null }),
    },
  };
}
