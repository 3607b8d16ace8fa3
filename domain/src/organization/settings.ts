import type { Right } from '../access/permissions.ts';

/** A page that lists the switches which name it. */
export type SettingsScreen = 'security' | 'suppressions' | 'privacy' | 'drafts';

interface Setting {
  /** Of the table `organizations`; a migration adds it with the same default. */
  column: string;
  /** Who may change it. Everybody in the organization may know it. */
  right: Right;
  /** A client that an agency creates starts with its agency's value. */
  is_inherited?: true;
}

interface Switch extends Setting {
  kind: 'switch';
  default: boolean;
  screen: SettingsScreen;
  label: string;
  /** Below the label: the effect of the present value. */
  hint: { on: string; off: string };
  /** The change in the security log. */
  logged: { on: string; off: string };
}

interface ChosenZone extends Setting {
  kind: 'time_zone';
  default: null;
  logged: string;
}

/**
 * What holds for all of an organization's work. Each setting is declared here once: its field in the API, its row in the store, its
 * switch on the screen, its entry in the security log and its column in a client's archive follow. A slice that must act on a change
 * handles the event `organization_setting_changed`.
 */
export const ORGANIZATION_SETTINGS = {
  /** Off, replies that keywords cannot classify stay unclassified, and a draft by the model asks each time. */
  read_by_model: {
    kind: 'switch',
    column: 'answers_read_by_model',
    right: 'settings',
    default: true,
    is_inherited: true,
    screen: 'security',
    label: 'Let AI classify replies',
    hint: {
      on: "Used when keywords aren't enough. When off, the AI sees a reply only if someone asks for a draft and agrees.",
      off: 'Replies are sorted by keywords only. Generating a draft asks first, because it shares the conversation with the AI.',
    },
    logged: { on: 'AI may read replies', off: 'AI may not read replies' },
  },
  /** The model writes a draft when a lead replies (decision 0430). */
  drafts_replies: {
    kind: 'switch',
    column: 'drafts_replies',
    right: 'settings',
    default: false,
    screen: 'drafts',
    label: 'Write a draft for every reply',
    hint: {
      on: 'Each draft costs 1 credit and waits in Drafts until someone sends or discards it. Nothing is sent automatically.',
      off: 'No drafts are written, except in campaigns where they are on.',
    },
    logged: { on: 'Drafts are written for replies', off: 'No drafts are written for replies' },
  },
  /** Unverifiable addresses get up to a tenth of a sender's day; off, they wait. */
  sends_risky: {
    kind: 'switch',
    column: 'sends_risky',
    right: 'settings',
    default: true,
    screen: 'suppressions',
    label: 'Send to addresses that may not exist',
    hint: {
      on: 'Addresses are checked before the first email. Unverifiable ones may take up to 10% of a sender’s daily limit.',
      off: 'Addresses are checked before the first email. Unverifiable ones wait until you allow them.',
    },
    logged: { on: 'Emails to unverifiable addresses are sent', off: 'Emails to unverifiable addresses wait' },
  },
  /** Addresses are checked when files bring them and people enter them, not only before the first mail (decision 0238). */
  checks_imports: {
    kind: 'switch',
    column: 'checks_imports',
    right: 'settings',
    default: false,
    screen: 'suppressions',
    label: 'Check addresses when they are imported',
    hint: {
      on: "New addresses from files and manual entry are checked right away in the background. It costs no credits; each address uses one lookup of this server's verification service.",
      off: "Addresses from files are checked before the first email to them. Checking them right away costs no credits; each address uses one lookup of this server's verification service.",
    },
    logged: { on: 'Addresses are checked at import', off: 'Addresses are checked before the first email' },
  },
  /** Every mail of a campaign has the unsubscribe link in its text; a campaign does not start without (decision 0235). */
  requires_link: {
    kind: 'switch',
    column: 'requires_unsubscribe_link',
    right: 'settings',
    default: false,
    screen: 'suppressions',
    label: 'Require an unsubscribe link in campaign emails',
    hint: {
      on: 'A campaign starts only if every email contains the link.',
      off: 'Every email already supports one-click unsubscribe. Turn this on where the law requires a link in the text.',
    },
    logged: { on: 'Emails need an unsubscribe link', off: 'Emails need no unsubscribe link' },
  },
  /** The first email to a lead ends with a link to its privacy notice. Off in organizations from before it existed (decision 0406). */
  adds_privacy_link: {
    kind: 'switch',
    column: 'adds_privacy_link',
    right: 'settings',
    default: true,
    is_inherited: true,
    screen: 'privacy',
    label: 'Add the privacy notice to the first email',
    hint: {
      on: 'The first email to a lead ends with a link to its privacy notice.',
      off: 'Leads get the link only where a message contains {{ privacy_link }}. The law asks you to inform them within a month.',
    },
    logged: { on: 'The first email has the privacy notice', off: 'The first email has no privacy notice' },
  },
  /** Null: the zone of its first campaign. */
  time_zone: {
    kind: 'time_zone',
    column: 'time_zone',
    right: 'settings',
    default: null,
    logged: 'Time zone',
  },
} as const satisfies Record<string, Switch | ChosenZone>;

export type SettingName = keyof typeof ORGANIZATION_SETTINGS;

export type OrganizationSettings = {
  [Name in SettingName]: (typeof ORGANIZATION_SETTINGS)[Name]['kind'] extends 'switch' ? boolean : string | null;
};

export type SwitchName = {
  [Name in SettingName]: (typeof ORGANIZATION_SETTINGS)[Name]['kind'] extends 'switch' ? Name : never;
}[SettingName];

export const SETTING_NAMES = Object.keys(ORGANIZATION_SETTINGS) as SettingName[];

/** The switches that a page lists, in their order there. */
export function switchesOf(screen: SettingsScreen): SwitchName[] {
  return SETTING_NAMES.filter((name): name is SwitchName => {
    const setting: Switch | ChosenZone = ORGANIZATION_SETTINGS[name];
    return setting.kind === 'switch' && setting.screen === screen;
  });
}

/** Columns that a new client takes from its agency. */
export const INHERITED_COLUMNS: readonly string[] = Object.values(ORGANIZATION_SETTINGS)
  .filter((setting) => 'is_inherited' in setting)
  .map(({ column }) => column);

/** The change of a setting, for people who read the security log. */
export function describeChange<Name extends SettingName>(name: Name, value: OrganizationSettings[Name]): string {
  const setting: Switch | ChosenZone = ORGANIZATION_SETTINGS[name];
  if (setting.kind === 'switch') return setting.logged[value ? 'on' : 'off'];
  return `${setting.logged}: ${value ?? 'that of the first campaign'}`;
}
