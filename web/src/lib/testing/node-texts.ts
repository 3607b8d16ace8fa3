import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileTexts } from '../../../bundle/compile-texts.ts';

/** Node loads what these tests import without Vite: the texts are compiled here as Vite's plugin does it. */
registerHooks({
  load: (url, context, next) => {
    if (!/\/web\/src\/.*texts(?:\.de)?\.ts$/.test(url)) return next(url, context);
    const path = fileURLToPath(url);
    const source = stripTypeScriptTypes(compileTexts(path, readFileSync(path, 'utf8')));
    return { format: 'module', source, shortCircuit: true };
  },
});
