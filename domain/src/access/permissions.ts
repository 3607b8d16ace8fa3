import type { FeatureFlags } from './feature-flags.ts';

/** Roles of a user. ADMIN is the provider's own staff. */
export const ROLES = ['ADMIN', 'USER', 'RESTRICTED'] as const;
export type Role = (typeof ROLES)[number];

const EVERYBODY: readonly Role[] = ROLES;
/** Those who answer for the organization: everybody but RESTRICTED. */
export const MANAGERS: readonly Role[] = ['ADMIN', 'USER'];

/**
 * The one table of rights: what each role may do, by area. Every call of the contract that writes or that reads
 * restricted data names its area, or `'own'` where users reach only their own data (`tools/laws/roles.test.ts`).
 * Screens use the same table.
 */
export const RIGHTS = {
  /** Senders, lists, campaigns, inbox, boards, signatures. What others made is deleted by who answers for the organization (`mayDelete`). */
  work: [...EVERYBODY],
  team: [...MANAGERS],
  billing: [...MANAGERS],
  knowledge_base: [...MANAGERS],
  integrations: [...MANAGERS],
  /** How people sign in, and the log of it. */
  security: [...MANAGERS],
  /** What holds for all of the organization's work. */
  settings: [...MANAGERS],
  /** Of a white-label agency only. */
  agency: [...MANAGERS],
  /** The provider's own staff: what touches other organizations too. */
  installation: ['ADMIN'],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof RIGHTS;

export function may({ role }: { role: Role }, right: Right): boolean {
  const roles: readonly Role[] = RIGHTS[right];
  return roles.includes(role);
}

export const ROLE_LABELS: Record<Role, string> = {
  ADMIN: 'Admin',
  USER: 'Organization admin',
  RESTRICTED: 'User',
};

/** What the rules need to know about the person who looks. */
export type Viewer = {
  id: number;
  role: Role;
  organization: { is_whitelabel: boolean; is_agency: boolean };
};

/** White-label organization that is not the agency itself: a client who must not see the provider's offers. */
function isWhitelabelClient(organization: Viewer['organization']): boolean {
  return organization.is_whitelabel && !organization.is_agency;
}

/** Billing and CRM are hidden from white-label clients unless an admin looks. */
export function isHiddenForWhitelabel(viewer: Viewer): boolean {
  return isWhitelabelClient(viewer.organization) && viewer.role !== 'ADMIN';
}

/** Inviting is open to all except RESTRICTED. */
export function canInviteMembers(viewer: Viewer): boolean {
  return may(viewer, 'team');
}

/** Roles the viewer may give to someone; the Admin choice only for an Admin. */
export function assignableRoles(viewer: Viewer): Role[] {
  if (!may(viewer, 'team')) return [];
  return viewer.role === 'ADMIN' ? ['ADMIN', 'USER', 'RESTRICTED'] : ['USER', 'RESTRICTED'];
}

/** What cannot be brought back is deleted by who made it, or by who answers for the organization. */
export function mayDelete(viewer: { id: number; role: Role }, maker: number | null): boolean {
  return MANAGERS.includes(viewer.role) || viewer.id === maker;
}

type Member = { id: number; role: Role };

/** Changing a role: never your own, and only an Admin may change an Admin. */
export function canChangeRole(viewer: Viewer, member: Member, role: Role): boolean {
  return canManageMember(viewer, member) && assignableRoles(viewer).includes(role);
}

/** Deleting a member: never yourself, and only an Admin may delete an Admin. */
export function canDeleteMember(viewer: Viewer, member: Member): boolean {
  return canManageMember(viewer, member);
}

function canManageMember(viewer: Viewer, member: Member): boolean {
  if (!may(viewer, 'team') || viewer.id === member.id) return false;
  return viewer.role === 'ADMIN' || member.role !== 'ADMIN';
}

/** Knowledge base and billing are closed to RESTRICTED. */
export function canEditKnowledgeBase(viewer: Pick<Viewer, 'role'>): boolean {
  return may(viewer, 'knowledge_base');
}

export function canSeeBilling(viewer: Viewer): boolean {
  return may(viewer, 'billing') && !isHiddenForWhitelabel(viewer);
}

/** What an agency asks of its client is read by those who answer for the client. */
function canSeeAgencyOffer(viewer: Viewer): boolean {
  return may(viewer, 'billing') && isHiddenForWhitelabel(viewer);
}

/** The security log is read by those who answer for the organization. */
function canReadSecurityLog(viewer: Pick<Viewer, 'role'>): boolean {
  return may(viewer, 'security');
}

/** Integrations page and the CRM push menu. */
export function canUseIntegrations(viewer: Viewer): boolean {
  return !isHiddenForWhitelabel(viewer);
}

/** The internal admin area. */
export function canUseAdminArea(viewer: Viewer): boolean {
  return may(viewer, 'installation');
}

/** The agency area: white-label agencies, not their RESTRICTED members. */
export function canUseAgencyArea(viewer: Viewer): boolean {
  const { is_agency, is_whitelabel } = viewer.organization;
  return is_agency && is_whitelabel && may(viewer, 'agency');
}

/** Neither a subscription nor a trial: campaigns wait. */
export function isPlanOver(organization: { active_subscription: boolean; is_in_trial: boolean }): boolean {
  return !organization.active_subscription && !organization.is_in_trial;
}

/** 'Get more credits' and 'Upgrade now' are hidden from white-label clients. */
export function canSeeUpgradeOffers(viewer: Viewer): boolean {
  return !isWhitelabelClient(viewer.organization);
}

/** Clicking the credits is disabled for white-label clients and during trial. */
export function canClickCredits(viewer: Viewer, organization: { is_in_trial: boolean }): boolean {
  return !organization.is_in_trial && !isWhitelabelClient(viewer.organization);
}

export type MenuItem = { key: string; label: string; path: string };

const SETTINGS_ITEMS = [
  { key: 'members', label: 'Team members', path: '/settings/members' },
  { key: 'integrations', label: 'Integrations', path: '/settings/integrations' },
  { key: 'api', label: 'API', path: '/settings/api' },
  { key: 'webhooks', label: 'Webhooks', path: '/settings/webhooks' },
  { key: 'automations', label: 'Automations', path: '/settings/automations' },
  { key: 'approvals', label: 'Approvals', path: '/settings/approvals' },
  { key: 'knowledge-base', label: 'Knowledge base', path: '/settings/knowledge-base' },
  { key: 'signatures', label: 'Signatures', path: '/settings/signatures' },
  { key: 'excluded-domains', label: 'Excluded Domains', path: '/settings/excluded-domains' },
  { key: 'suppressions', label: 'Suppression list', path: '/settings/suppressions' },
  { key: 'touch-lock', label: 'Touch lock', path: '/settings/touch-lock' },
  { key: 'privacy', label: 'Privacy', path: '/settings/privacy' },
  { key: 'billing', label: 'Billing', path: '/settings/billing' },
  { key: 'plan', label: 'Plan and credits', path: '/settings/plan' },
  { key: 'security', label: 'Security', path: '/settings/security' },
  { key: 'data', label: 'Data', path: '/settings/data' },
  { key: 'account', label: 'Account', path: '/settings/account' },
] as const satisfies readonly MenuItem[];

export type SettingsPage = (typeof SETTINGS_ITEMS)[number]['key'];

/**
 * Left menu of the settings area for a viewer, in the specification's order. An agency's client sees the agency's offer
 * instead of billing.
 */
export function settingsMenu(viewer: Viewer): (MenuItem & { key: SettingsPage })[] {
  return SETTINGS_ITEMS.filter((item) => canOpenSettings(viewer, item.key));
}

function canOpenSettings(viewer: Viewer, page: SettingsPage): boolean {
  if (page === 'integrations') return canUseIntegrations(viewer);
  if (page === 'api' || page === 'webhooks' || page === 'automations') return may(viewer, 'integrations');
  if (page === 'knowledge-base') return canEditKnowledgeBase(viewer);
  if (page === 'billing') return canSeeBilling(viewer);
  if (page === 'plan') return canSeeAgencyOffer(viewer);
  if (page === 'security') return canReadSecurityLog(viewer);
  if (page === 'data') return may(viewer, 'security');
  if (page === 'privacy') return may(viewer, 'settings');
  return true;
}

export type SidebarItem = MenuItem & {
  key: 'create-list' | 'dashboard' | 'searches' | 'campaigns' | 'inbox' | 'senders';
};

export function sidebarMenu(flags: FeatureFlags): SidebarItem[] {
  const items: (SidebarItem | false)[] = [
    flags.lead_lists_enabled &&
      flags.lead_list_creation_enabled && { key: 'create-list', label: 'Create new list', path: '/searches' },
    { key: 'dashboard', label: 'Dashboard', path: '/dashboard' },
    flags.lead_lists_enabled && { key: 'searches', label: 'Leads', path: '/searches' },
    flags.campaign_creation_enabled && { key: 'campaigns', label: 'Campaigns', path: '/campaigns' },
    { key: 'inbox', label: 'Unified inbox', path: '/inbox' },
    { key: 'senders', label: flags.campaign_creation_enabled ? 'Sender accounts' : 'Accounts', path: '/senders' },
  ];
  return items.filter((item) => item !== false);
}

export type ProfileItem = {
  key: 'admin' | 'agency' | 'activity' | 'settings' | 'referral' | 'tour' | 'logout';
  label: string;
  path: string | null;
};

const ADMIN_DASHBOARD: ProfileItem = { key: 'admin', label: 'Admin dashboard', path: '/admin/dashboard' };
const CLIENT_PORTAL: ProfileItem = { key: 'agency', label: 'Client portal', path: '/agency/clients' };
const ACTIVITY: ProfileItem = { key: 'activity', label: 'Campaign activity', path: '/activity' };
const SETTINGS: ProfileItem = { key: 'settings', label: 'Settings', path: '/settings' };
const LOG_OUT: ProfileItem = { key: 'logout', label: 'Log out', path: '/logout' };

/** Profile menu by role. Items without a path open a dialog. */
export function profileMenu(viewer: Viewer): ProfileItem[] {
  return viewer.role === 'ADMIN' ? adminProfileMenu(viewer) : memberProfileMenu(viewer);
}

function adminProfileMenu(viewer: Viewer): ProfileItem[] {
  return [
    ADMIN_DASHBOARD,
    ...(canUseAgencyArea(viewer) ? [CLIENT_PORTAL] : []),
    ACTIVITY,
    SETTINGS,
    { key: 'referral', label: 'Referral Program', path: null },
    { key: 'tour', label: 'Getting started', path: null },
    LOG_OUT,
  ];
}

function memberProfileMenu(viewer: Viewer): ProfileItem[] {
  const offers: ProfileItem[] = [
    { key: 'tour', label: 'Product tour', path: null },
    { key: 'referral', label: 'Refer a friend', path: null },
  ];
  return [
    SETTINGS,
    ...(canUseAgencyArea(viewer) ? [CLIENT_PORTAL] : []),
    ...(viewer.organization.is_whitelabel ? [] : offers),
    ACTIVITY,
    LOG_OUT,
  ];
}
