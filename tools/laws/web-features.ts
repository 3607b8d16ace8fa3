/** The features of web in their one order: a feature imports only earlier ones, and those by their face. */
export const featureOrder: readonly string[] = [
  'auth',
  'organization-settings',
  'security',
  'sso',
  'account',
  'security-log',
  'api-keys',
  'webhooks',
  'automations',
  'tool-imports',
  'data',
  'link-tracking',
  'privacy',
  'approvals',
  'members',
  'knowledge-base',
  'onboarding',
  'billing',
  'rich-text',
  'signatures',
  'leads',
  'custom-columns',
  'labels',
  'campaign-labels',
  'campaign-status',
  'diagnosis',
  'accounts',
  'guard',
  'deliverability',
  'linkedin-tasks',
  'connect-mailbox',
  'csv-import',
  'excluded-domains',
  'suppressions',
  'touch-locks',
  'research-columns',
  'research-tasks',
  'research-cells',
  'linkedin-import',
  'meetings',
  'integrations',
  'searches',
  'lead-finder',
  'prospect-table',
  'import-leads',
  'campaign-senders',
  'node-kinds',
  'flow-canvas',
  'ai-snippets',
  'message-editor',
  'sequence-writing',
  'revisions',
  'missing-data',
  'data-problems',
  'rehearsal',
  'templates',
  'analytics',
  'campaign-settings',
  'campaigns',
  'add-to-campaign',
  'campaign-leads',
  'kanban',
  'chats',
  'today',
  'activity',
  'goals',
  'exports',
  'dashboard',
  'agency',
  'branding',
  'admin',
  'tour',
];

/**
 * Second doors: parts that open later than the rest of their feature, so the build cuts them off. They are loaded by `import()` of their
 * own file, which only takes what it needs; asked for through the face they would bring everything the face names.
 */
export const LATER_PARTS: readonly string[] = [
  'web/src/features/add-to-campaign/add-to-campaign-dialog.tsx',
  'web/src/features/admin/acting-banner.tsx',
  'web/src/features/analytics/organization-analytics.tsx',
  'web/src/features/billing/pay/plan-dialogs.tsx',
  'web/src/features/campaign-settings/settings-panel.tsx',
  'web/src/features/campaigns/start/activation-dialog.tsx',
  'web/src/features/campaigns/start/pause-dialog.tsx',
  'web/src/features/campaigns/start/campaign-notices.tsx',
  'web/src/features/chats/changes/inbox-notices.tsx',
  'web/src/features/csv-import/import-dialog.tsx',
  'web/src/features/csv-import/progress/import-banner.tsx',
  'web/src/features/csv-import/progress/import-watcher.tsx',
  'web/src/features/custom-columns/columns-dialog.tsx',
  'web/src/features/research-tasks/runs/research-watcher.tsx',
  'web/src/features/approvals/approvals-watcher.tsx',
  'web/src/features/guard/guard-watcher.tsx',
  'web/src/features/integrations/push-menu.tsx',
  'web/src/features/integrations/push-watcher.tsx',
  'web/src/features/kanban/boards-page.tsx',
  'web/src/features/message-editor/step-panel.tsx',
  'web/src/features/csv-import/imports-dialog.tsx',
  'web/src/features/privacy/list-basis.tsx',
  'web/src/features/privacy/person-actions.tsx',
  'web/src/features/rehearsal/rehearsal-dialog.tsx',
  'web/src/features/revisions/live-steps.tsx',
  'web/src/features/searches/copy/copy-dialog.tsx',
  'web/src/features/templates/save-template-dialog.tsx',
];

/** 'chats' of `web/src/features/chats/thread/message.tsx`. */
export const featureOf = (path: string): string | null => path.match(/^web\/src\/features\/([\w-]+)\//)?.[1] ?? null;

const faceOf = (feature: string): string => `web/src/features/${feature}/index.ts`;

interface Edge {
  from: string;
  target: string;
  is_dynamic?: boolean;
}

const isRoute = (path: string): boolean => path.startsWith('web/src/app/routes/');

/**
 * From outside a feature its face is imported (types too), or one of its later parts by `import()`. A route loads its
 * page by `import()` of the page's own file, which brings only what that page needs.
 */
/** Renders every form of the product against every failure. */
const ALL_FORMS = 'web/src/app/form-failures.test.tsx';

export function bypassesFace({ from, target, is_dynamic }: Edge): boolean {
  if (from === ALL_FORMS) return false;
  const feature = featureOf(target);
  if (feature === null || featureOf(from) === feature || target === faceOf(feature)) return false;
  return !(is_dynamic && (isRoute(from) || LATER_PARTS.includes(target)));
}

export function isLaterFeature({ from, target }: Edge): boolean {
  const [own, other] = [featureOf(from), featureOf(target)];
  return own !== null && other !== null && own !== other && featureOrder.indexOf(other) >= featureOrder.indexOf(own);
}
