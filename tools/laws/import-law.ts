import type { Import, SourceFile } from './source-files.ts';
import { bypassesFace, featureOf, featureOrder, isLaterFeature } from './web-features.ts';

/** The product's slices in their one order: a slice may import only the face of an earlier one. */
export const sliceOrder = [
  'failpoints',
  'brand-hosts',
  'brands',
  'notices',
  'plans',
  'referrals',
  'organization',
  'organization-admin',
  'organization-settings',
  'sso-enforcement',
  'step-up',
  'sessions',
  'live-tickets',
  'users',
  'password-policy',
  'auth',
  'user-commands',
  'features',
  'billing',
  'mailbox-connections',
  'mailbox-leases',
  'linkedin-events',
  'accounts',
  'sender-domains',
  'branding',
  'payments',
  'members',
  'sending-guard',
  'lead-addresses',
  'suppression-rules',
  'erased-people',
  'senders',
  'sending-days',
  'action-kinds',
  'sent-mails',
  'sent-actions',
  'outbound',
  'labels',
  'signatures',
  'excluded-domains',
  'lead-versions',
  'lead-columns',
  'lead-sources',
  'prospects',
  'linkedin-members',
  'lead-merging',
  'past-contacts',
  'crm-people',
  'research-tasks',
  'research-results',
  'lead-filters',
  'searches',
  'lead-finder',
  'quoted-sources',
  'research',
  'knowledge-base',
  'onboarding',
  'enrichment',
  'address-checks',
  'suppressions',
  'ai-segments',
  'judged-drafts',
  'templates',
  'campaign-sums',
  'campaign-lanes',
  'lead-endings',
  'lead-holds',
  'privacy',
  'link-tracking',
  'touch-locks',
  'campaigns',
  'guard',
  'diagnosis',
  'deliverability',
  'placement',
  'chats',
  'push',
  'calls',
  'meetings',
  'kanban',
  'integrations',
  'lead-places',
  'quick-search',
  'api-keys',
  'webhooks',
  'erasures',
  'person-files',
  'retention',
  'automations',
  'approvals',
  'mcp',
  'today',
  'activities',
  'dashboard',
  'goals',
  'weekly-mails',
  'finder-searches',
  'scheduled-exports',
  'credit-history',
  'security-log',
  'tool-imports',
  'organization-archives',
  'agency',
  'admin',
  'tour',
] as const;

/** Loops that tests of later slices turn by hand, and rows they look into. Entries only go: a face or a factory is better. */
export const TEST_HANDLES: readonly string[] = [
  'server/src/slices/accounts/linkedin/poll-linkedin.service.ts',
  'server/src/slices/accounts/linkedin/linkedin-seats.service.ts',
  'server/src/slices/mailbox-leases/mailbox-leases.store.ts',
  'server/src/slices/mailbox-connections/sealed-connection.service.ts',
  'server/src/slices/ai-segments/reserve-texts.service.ts',
  'server/src/slices/ai-segments/text-work.store.ts',
  'server/src/slices/ai-segments/writer.service.ts',
  'server/src/slices/chats/sync/receive-linkedin.service.ts',
  'server/src/slices/enrichment/engine/research-engine.service.ts',
  'server/src/slices/research/judge.rules.ts',
  'server/src/slices/enrichment/runs/stop.service.ts',
  'server/src/slices/outbound/dispatch/dispatch-round.service.ts',
  'server/src/slices/outbound/dispatch/dispatcher.service.ts',
  'server/src/slices/outbound/evidence/evidence.job.ts',
  'server/src/slices/outbound/evidence/lost-leases.job.ts',
];

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

const ownPackage = /^(domain|contract|adapters|packages|sandbox|server|web|e2e|bench|tools)\//;
const mayImport: Record<string, readonly string[]> = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  adapters: ['adapters', 'domain'],
  sandbox: ['sandbox', 'contract', 'domain'],
  packages: ['packages', 'contract', 'domain'],
  server: ['server', 'packages', 'adapters', 'contract', 'domain'],
  web: ['web', 'contract', 'domain'],
  e2e: ['e2e', 'contract', 'domain'],
};

const packageOf = (path: string): string => path.split('/')[0] as string;
const sliceOf = (path: string): string | null => path.match(/^server\/src\/slices\/([\w-]+)\//)?.[1] ?? null;
const isTest = (path: string): boolean =>
  /\.(test|conformance)\.tsx?$|^(server\/src|adapters\/src\/[\w-]+)\/testing\//.test(path);
/** Tests run against the stand-ins; a short form runs its proof; the dumped schema is held against the database. */
const isSeenByTests = (from: string, target: string): boolean =>
  (/^(server|adapters)\//.test(from) && target.startsWith('sandbox/src/')) ||
  (/\.proofs\.test\.ts$/.test(from) && target.startsWith('bench/proofs/')) ||
  (from.startsWith('packages/') && target.startsWith('server/src/testing/')) ||
  target === 'tools/dump-schema.ts';
/** What tests of slices take from `app`: commands of the operator, and the adapters as the program makes them. */
const APP_PARTS_IN_TESTS = ['server/src/app/commands/command-line.ts', 'server/src/app/research-adapters.ts'];
const layerOfWeb = (path: string): number => {
  const layer = path.match(/^web\/src\/(app|screens|features|lib|ui)\//)?.[1];
  return layer ? ['ui', 'lib', 'features', 'screens', 'app'].indexOf(layer) : -1;
};
/** Open to all of server by design: types that connect the kernel with the code above it. */
const isServerRootFile = (path: string): boolean => /^server\/src\/(events|ports)\.ts$/.test(path);

export const rules: Rule[] = [
  {
    name: 'packages: domain <- contract <- server, web; domain <- adapters <- server; contract <- packages <- server; sandbox and e2e see contract and domain',
    isBroken: ({ from, target }) => {
      const allowed = mayImport[packageOf(from)];
      if (allowed === undefined || !ownPackage.test(target) || allowed.includes(packageOf(target))) return false;
      return !isTest(from) || !isSeenByTests(from, target);
    },
  },
  {
    name: 'kernel imports no slice and nothing of app',
    isBroken: ({ from, target }) =>
      from.startsWith('server/src/kernel/') && /^server\/src\/(slices|app)\//.test(target),
  },
  {
    name: 'slices import nothing of app',
    isBroken: ({ from, target }) =>
      sliceOf(from) !== null &&
      target.startsWith('server/src/app/') &&
      !(isTest(from) && APP_PARTS_IN_TESTS.includes(target)),
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
    name: 'a test takes of another slice its face, its factories, or one of the named handles',
    isBroken: ({ from, target }) => {
      const [own, other] = [sliceOf(from), sliceOf(target)];
      if (own === null || other === null || own === other || !isTest(from)) return false;
      const isOpen = target === `server/src/slices/${other}/index.ts` || /\.factory\.ts$/.test(target);
      return !isOpen && !TEST_HANDLES.includes(target);
    },
  },
  {
    name: 'every slice has a place in the one order',
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
      !/\.port\.ts$|^adapters\/src\/kit\/errors\.ts$/.test(target) &&
      // Manifests name the settings of their vendors.
      !(from === 'server/src/kernel/config.ts' && target === 'adapters/src/vendor-settings.ts') &&
      // Test data names a vendor's records as its manifest does.
      !(/\.factory\.ts$/.test(from) && target === 'adapters/src/crm/crm-vendors.ts'),
  },
  {
    name: 'web: app -> screens -> features -> lib -> ui',
    isBroken: ({ from, target }) => {
      const [own, other] = [layerOfWeb(from), layerOfWeb(target)];
      return own >= 0 && other >= 0 && other > own;
    },
  },
  {
    name: 'ui imports nothing of ours',
    isBroken: ({ from, target }) =>
      from.startsWith('web/src/ui/') && ownPackage.test(target) && !target.startsWith('web/src/ui/'),
  },
  {
    name: 'web: a feature is imported by its face (index.ts), or by import() of a named part that opens later',
    isBroken: bypassesFace,
  },
  {
    name: 'web: a feature imports only earlier features',
    isBroken: isLaterFeature,
  },
  {
    name: 'web: every feature has a place in the one order',
    isBroken: ({ from }) => {
      const own = featureOf(from);
      return own !== null && !featureOrder.includes(own);
    },
  },
  {
    name: 'rules are pure: no kernel, store, service, node or database import in *.rules.ts',
    isBroken: ({ from, target, is_type_only }) =>
      /\.rules\.ts$/.test(from) &&
      !is_type_only &&
      (/^node:|^pg$|^kysely$/.test(target) || /\.(store|service|job|routes)\.ts$|^server\/src\/kernel\//.test(target)),
  },
  {
    name: 'an oracle (a second implementation that checks the first) is named .oracle.ts, and only tests and proofs import it',
    isBroken: ({ from, target }) =>
      /-oracle\.tsx?$/.test(target) ||
      (/\.oracle\.ts$/.test(target) && !isTest(from) && !/\.oracle\.ts$|^bench\//.test(from)),
  },
  {
    name: 'the domain imports no runtime: no node, no server library',
    isBroken: ({ from, target }) => from.startsWith('domain/src/') && /^node:|^(pg|kysely|fastify|zod)$/.test(target),
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

const PRODUCT = /^(domain|contract|adapters|server|web|packages\/client)\/src\//;

/**
 * Import cycles among our own files. In the product types count too: files that name each other's types are read together. A sandbox's
 * routes name the type of the server that registers them, and a part that opens later names types of the page that opens it.
 */
export function findCycles(files: SourceFile[]): Violation[] {
  const product = files.filter(({ path }) => PRODUCT.test(path));
  return [
    ...findCyclesBy(files, ({ is_type_only }) => !is_type_only),
    ...findCyclesBy(product, ({ is_dynamic }) => !is_dynamic),
  ];
}

function findCyclesBy(files: SourceFile[], counts: (entry: Import) => boolean): Violation[] {
  const graph = new Map(files.map((file) => [file.path, file.imports.filter(counts).map((entry) => entry.target)]));
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
