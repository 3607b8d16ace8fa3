import type { Import, SourceFile } from './source-files.ts';

/** The product's slices in their one order: a slice may import only the face of an earlier one. */
export const sliceOrder = [
  'organization',
  'auth',
  'branding',
  'features',
  'billing',
  'accounts',
  'outbound',
  'labels',
  'signatures',
  'excluded-domains',
  'prospects',
  'answers',
  'searches',
  'lead-finder',
  'enrichment',
  'ai-segments',
  'templates',
  'campaigns',
  'chats',
  'kanban',
  'integrations',
  'activities',
  'dashboard',
  'security-log',
  'agency',
  'admin',
  'tour',
] as const;

export interface Violation {
  rule: string;
  from: string;
  to: string;
}

interface Edge extends Import {
  from: string;
}

interface Rule {
  name: string;
  /** True when this import breaks the rule. */
  isBroken(edge: Edge): boolean;
}

const ownPackage = /^(domain|contract|adapters|sandbox|server|web|e2e|bench|tools)\//;
const mayImport: Record<string, readonly string[]> = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  adapters: ['adapters', 'domain'],
  sandbox: ['sandbox', 'contract', 'domain'],
  server: ['server', 'adapters', 'contract', 'domain'],
  web: ['web', 'contract', 'domain'],
  e2e: ['e2e', 'contract', 'domain'],
};

const packageOf = (path: string): string => path.split('/')[0] as string;
const sliceOf = (path: string): string | null => path.match(/^server\/src\/slices\/([\w-]+)\//)?.[1] ?? null;
const isTest = (path: string): boolean => /\.(test|conformance)\.tsx?$|^server\/src\/testing\//.test(path);
const layerOfWeb = (path: string): number => {
  const layer = path.match(/^web\/src\/(app|screens|features|lib|ui)\//)?.[1];
  return layer ? ['ui', 'lib', 'features', 'screens', 'app'].indexOf(layer) : -1;
};
/** Open to all of server by design: types that connect the kernel with what stands above it. */
const isServerRootFile = (path: string): boolean => /^server\/src\/(events|ports)\.ts$/.test(path);

export const rules: Rule[] = [
  {
    name: 'packages: domain <- contract <- server, web; domain <- adapters <- server; sandbox and e2e see contract and domain',
    isBroken: ({ from, target }) => {
      const allowed = mayImport[packageOf(from)];
      return allowed !== undefined && ownPackage.test(target) && !allowed.includes(packageOf(target)) && !isTest(from);
    },
  },
  {
    name: 'kernel imports no slice and nothing of app',
    isBroken: ({ from, target }) =>
      from.startsWith('server/src/kernel/') && /^server\/src\/(slices|app)\//.test(target) && !isTest(from),
  },
  {
    name: 'slices import nothing of app',
    isBroken: ({ from, target }) => sliceOf(from) !== null && target.startsWith('server/src/app/') && !isTest(from),
  },
  {
    name: 'a slice imports only the face (index.ts) of an earlier slice',
    isBroken: ({ from, target }) => {
      const [own, other] = [sliceOf(from), sliceOf(target)];
      if (own === null || other === null || own === other || isTest(from)) return false;
      const order: readonly string[] = sliceOrder;
      return order.indexOf(other) >= order.indexOf(own) || target !== `server/src/slices/${other}/index.ts`;
    },
  },
  {
    name: 'every slice stands in the one order',
    isBroken: ({ from }) => {
      const own = sliceOf(from);
      return own !== null && !(sliceOrder as readonly string[]).includes(own);
    },
  },
  {
    name: 'only app constructs adapters: elsewhere in server only port types and their errors',
    isBroken: ({ from, target }) =>
      from.startsWith('server/src/') &&
      !from.startsWith('server/src/app/') &&
      !isTest(from) &&
      target.startsWith('adapters/src/') &&
      !/\.port\.ts$|^adapters\/src\/kit\/errors\.ts$/.test(target),
  },
  {
    name: 'web: app -> screens -> features -> lib -> ui',
    isBroken: ({ from, target }) => {
      const [own, other] = [layerOfWeb(from), layerOfWeb(target)];
      return own >= 0 && other >= 0 && other > own && !isTest(from);
    },
  },
  {
    name: 'ui imports nothing of ours',
    isBroken: ({ from, target }) =>
      from.startsWith('web/src/ui/') && ownPackage.test(target) && !target.startsWith('web/src/ui/'),
  },
  {
    name: 'rules are pure: no kernel, store, service, node or database import in *.rules.ts',
    isBroken: ({ from, target, is_type_only }) =>
      /\.rules\.ts$/.test(from) &&
      !is_type_only &&
      (/^node:|^pg$|^kysely$/.test(target) || /\.(store|service|job|routes)\.ts$|^server\/src\/kernel\//.test(target)),
  },
  {
    name: 'the domain imports no runtime: no node, no server library',
    isBroken: ({ from, target }) =>
      from.startsWith('domain/src/') && !isTest(from) && /^node:|^(pg|kysely|fastify|zod)$/.test(target),
  },
];

/** All imports that break a rule; type-only imports count too, except where a rule says otherwise. */
export function findViolations(files: SourceFile[]): Violation[] {
  const edges: Edge[] = files.flatMap((file) => file.imports.map((entry) => ({ ...entry, from: file.path })));
  const broken = edges.flatMap((edge) =>
    rules
      .filter((rule) => !isServerRootFile(edge.target) && rule.isBroken(edge))
      .map((rule) => ({ rule: rule.name, from: edge.from, to: edge.target })),
  );
  return [...broken, ...findCycles(files)];
}

/** Import cycles among our own files, type-only imports aside (they do not exist at run time). */
export function findCycles(files: SourceFile[]): Violation[] {
  const graph = new Map(
    files.map((file) => [file.path, file.imports.filter((entry) => !entry.is_type_only).map((entry) => entry.target)]),
  );
  const state = new Map<string, 'open' | 'done'>();
  const found: Violation[] = [];
  const visit = (path: string): void => {
    state.set(path, 'open');
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue;
      if (state.get(next) === 'open') found.push({ rule: 'no cycles', from: path, to: next });
      else if (!state.has(next)) visit(next);
    }
    state.set(path, 'done');
  };
  for (const path of graph.keys()) if (!state.has(path)) visit(path);
  return found;
}
