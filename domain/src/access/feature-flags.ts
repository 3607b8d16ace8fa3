/** The thirteen switches of an organization, all on by default. */
export const FEATURE_FLAGS = [
  'lead_lists_enabled',
  'lead_list_creation_enabled',
  'linkedin_lead_import_enabled',
  'csv_lead_import_enabled',
  'lead_finder_enabled',
  'ai_research_enabled',
  'default_ai_research_tasks_enabled',
  'custom_ai_research_tasks_enabled',
  'campaign_creation_enabled',
  'email_steps_enabled',
  'phone_steps_enabled',
  'linkedin_steps_enabled',
  'ai_snippets_enabled',
] as const;

export type FeatureFlag = (typeof FEATURE_FLAGS)[number];
export type FeatureFlags = Record<FeatureFlag, boolean>;

/** What each is called on screen. */
export const FEATURE_LABELS: Readonly<Record<FeatureFlag, string>> = {
  lead_lists_enabled: 'Lead lists',
  lead_list_creation_enabled: 'Create lead lists',
  linkedin_lead_import_enabled: 'Import leads from LinkedIn',
  csv_lead_import_enabled: 'Import leads from CSV files',
  lead_finder_enabled: 'Lead finder',
  ai_research_enabled: 'AI research',
  default_ai_research_tasks_enabled: 'Default research tasks',
  custom_ai_research_tasks_enabled: 'Custom research tasks',
  campaign_creation_enabled: 'Campaigns',
  email_steps_enabled: 'Email steps',
  phone_steps_enabled: 'Phone steps',
  linkedin_steps_enabled: 'LinkedIn steps',
  ai_snippets_enabled: 'AI snippets',
};

/** Children of each parent. A child is on only while its parent is. */
const FEATURE_CHILDREN = {
  lead_lists_enabled: [
    'lead_list_creation_enabled',
    'linkedin_lead_import_enabled',
    'csv_lead_import_enabled',
    'lead_finder_enabled',
  ],
  ai_research_enabled: ['default_ai_research_tasks_enabled', 'custom_ai_research_tasks_enabled'],
  campaign_creation_enabled: ['email_steps_enabled', 'phone_steps_enabled', 'linkedin_steps_enabled'],
  ai_snippets_enabled: [],
} as const satisfies Partial<Record<FeatureFlag, readonly FeatureFlag[]>>;

export type ParentFlag = keyof typeof FEATURE_CHILDREN;

const PARENT_FLAGS = Object.keys(FEATURE_CHILDREN) as ParentFlag[];

export const DEFAULT_FEATURE_FLAGS: Readonly<FeatureFlags> = setAllFlags(true);

/** All thirteen flags with one value: what 'Enable all' sets. */
function setAllFlags(value: boolean): FeatureFlags {
  return Object.fromEntries(FEATURE_FLAGS.map((flag) => [flag, value])) as FeatureFlags;
}

/** The parent of a flag, or null for a parent itself. */
export function parentOf(flag: FeatureFlag): ParentFlag | null {
  return PARENT_FLAGS.find((parent) => childrenOf(parent).includes(flag)) ?? null;
}

function childrenOf(parent: ParentFlag): readonly FeatureFlag[] {
  return FEATURE_CHILDREN[parent];
}

/** Flags after one toggle: a parent switched off takes its children with it, switched on it leaves them off. */
export function toggleFlag(flags: FeatureFlags, flag: FeatureFlag, value: boolean): FeatureFlags {
  if (value && isToggleDisabled(flags, flag)) return flags;
  return normalizeFlags({ ...flags, [flag]: value });
}

/** True while a sub-toggle cannot be used because its parent is off. */
export function isToggleDisabled(flags: FeatureFlags, flag: FeatureFlag): boolean {
  const parent = parentOf(flag);
  return parent !== null && !flags[parent];
}

/** Every flag named, missing ones on, children of a parent that is off forced off. */
export function normalizeFlags(flags: Partial<FeatureFlags>): FeatureFlags {
  const complete: FeatureFlags = { ...DEFAULT_FEATURE_FLAGS };
  for (const flag of FEATURE_FLAGS) {
    const value = flags[flag];
    if (typeof value === 'boolean') complete[flag] = value;
  }
  for (const parent of PARENT_FLAGS) {
    if (complete[parent]) continue;
    for (const child of childrenOf(parent)) complete[child] = false;
  }
  return complete;
}
