interface Fact {
  /** Functions that compute it, each with the file that may define it. */
  definitions: Readonly<Record<string, string>>;
  /** What computes it once more, by its own means, in any other file. */
  isComputed: RegExp;
}

/** Facts that several screens and the server show: each is computed in one place, or two screens contradict each other. */
const FACTS: Readonly<Record<string, Fact>> = {
  'what senders send a day': {
    definitions: { sumPool: 'web/src/features/campaign-senders/sender-pool.tsx' },
    isComputed:
      /\.reduce\([^;]*?(caps_today|calculateToday|email_max_messages|linkedin_max_\w+)|Math\.min\([^;]*?max_emails_per_day_total/,
  },
  'which LinkedIn accounts can do a step': {
    definitions: {
      canSendInmail: 'domain/src/accounts.ts',
      canSendInviteNote: 'domain/src/accounts.ts',
      weakestTier: 'domain/src/accounts.ts',
      findTierProblem: 'domain/src/flow/activation-checks.ts',
    },
    isComputed: /tier\)? (?:===|!==) '(?:CLASSIC|PREMIUM|SALES_NAVIGATOR|RECRUITER)'/,
  },
  'who a message goes to': {
    definitions: { isLeadsOwn: 'server/src/slices/chats/addresses.rules.ts' },
    isComputed: /\.from_email \?\? \w+\.email\b|\.email \?\? \w+\.from_email\b/,
  },
};

export interface Source {
  path: string;
  text: string;
}

/** Files that compute a fact beside its one place, and facts whose place is gone. */
export function findSecondPlaces(files: readonly Source[]): string[] {
  return Object.entries(FACTS).flatMap(([fact, { definitions, isComputed }]) => {
    const homes = Object.values(definitions);
    const computed = files
      .filter(({ path, text }) => !homes.includes(path) && isComputed.test(text))
      .map(({ path }) => `${path}: computes ${fact} once more`);
    const misplaced = Object.entries(definitions).flatMap(([name, home]) => {
      const found = files.filter(({ text }) => definesFunction(text, name)).map(({ path }) => path);
      return found.join() === home
        ? []
        : [`${name} (${fact}): defined in ${found.join(', ') || 'no file'}, not in ${home}`];
    });
    return [...computed, ...misplaced];
  });
}

const definesFunction = (text: string, name: string): boolean =>
  new RegExp(String.raw`\b(?:function ${name}\(|const ${name} = )`).test(text);
