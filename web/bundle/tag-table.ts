import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The tables of tags as data: a browser is given neither the schemas nor the options of the calls they are made of. */
export function finishedTagTable(): Plugin {
  return {
    name: 'finished-tag-table',
    enforce: 'pre',
    transform: {
      filter: { id: /\/lib\/api\/tag-table\.ts(?:\?|$)/ },
      async handler(_, id) {
        const tables = (await import(pathToFileURL(id.split('?')[0] ?? id).href)) as Record<string, object>;
        const names = ['shown', 'touched'] as const;
        return {
          code: names.map((name) => `export const ${name} = ${JSON.stringify(tables[name])};`).join('\n'),
          map: null,
        };
      },
    },
  };
}
