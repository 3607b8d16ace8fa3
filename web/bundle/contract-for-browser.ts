import { type Plugin, parseSync, Visitor } from 'vite';
import { type Replacement, replaceSpans } from './replace-spans.ts';

type Span = { start: number; end: number };

/**
 * The contract as the browser needs it: of every call its method and path, and the constants. Types come from the compiler and
 * the checking from the server, so no schema travels to a browser (`endpoint(...)` becomes its two fields, a schema becomes 0).
 */
export function contractForBrowser(path: string, code: string): string {
  const replacements: Replacement[] = [];
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  new Visitor({
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'endpoint') return;
      const route = node.arguments[0];
      if (route?.type !== 'Literal' || typeof route.value !== 'string')
        throw new Error(`${path}: a route is written out`);
      const [method, address] = route.value.split(' ');
      replacements.push({ ...spanOf(node), text: JSON.stringify({ method, path: address }) });
    },
    VariableDeclarator(node) {
      if (!node.init) return;
      const text = code.slice(node.init.start, node.init.end);
      if (isSchema(node.init.type, text)) replacements.push({ ...spanOf(node.init), text: '0' });
    },
  }).visit(program);
  return replaceSpans(code, replacements);
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

/** A value built by zod or from another schema, or the fields of one; not an object of calls, nor a constant. */
function isSchema(type: string, text: string): boolean {
  if (type === 'CallExpression' || type === 'TSAsExpression') return usesSchemas(text) || /^\w+Schema\b/.test(text);
  return type === 'ObjectExpression' && usesSchemas(text) && !text.includes('endpoint(');
}

const usesSchemas = (text: string): boolean => /\bz\s*\.|\b(unused|listQuery|jsonQuery)\(|\bbooleanQuery\b/.test(text);

export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts(?:\?|$)/ },
      handler: (code, id) => ({ code: contractForBrowser(id.split('?')[0] ?? id, code), map: null }),
    },
  };
}
