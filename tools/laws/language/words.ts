/** Words that no identifier may contain. They belong to a private dialect: `docs/language.md` names the industry's word for each. */
export const BANNED_WORDS: ReadonlySet<string> = new Set(
  (
    'anew barred deed deeds door fate foresee front fronts gone hearken heed honest humble lot lots meanwhile mend portion pour ' +
    'reckon ring rung seek shy sought standing standings stray tale tell thereby told twin twins wear whoever anybody nobody somebody'
  ).split(' '),
);

/** Columns, fields and error codes of the wire, and names of libraries, that contain a banned word. */
export const WIRE_NAMES: ReadonlySet<string> = new Set(
  (
    'told_at gone_at focusRing invite_gone_at changed_meanwhile client_gone wrote_meanwhile referral_gone kanban_column_gone kanban_card_gone ' +
    'standing campaign_standings CrmStanding CRM_STANDINGS'
  ).split(' '),
);

/** Phrases that comments, texts and test titles don't use. A "stand-in" is innocent. */
export const BANNED_PHRASES = new RegExp(
  `\\b(?:${[
    'so that|as such|by itself|by themselves|goes on|go on|went on|lets? go|in place of|what for|at once|any more|all the same|of old',
    'for nothing|no more than once|left alone|is told|are told|was told|told of|tells?|stands?(?!-)|stood|anew|meanwhile|hence|thereby',
    'whoever|whomever|whatever|whichever|nobody|somebody|anybody|heed\\w*|mend(?:s|ed|ing)?|pour\\w*',
    // American spelling. Headings of files are recognized in both.
    '(?<!organization,? )organisations?|(?:re)?colour(?:s|ed)?',
  ].join('|')})\\b`,
  'gi',
);

/** Verbs that name no act of a program, and names of three or more words that end in "Of". */
export const BANNED_FUNCTION = /^(?:ask|take|give|keep|note|tell|let|seek|heed|foresee)[A-Z]|^[a-z]+[A-Z]\w*Of$/;

/** `read` is for bytes and files. */
export const READ_FUNCTION = /^read[A-Z]/;

/** What recognizes the language of strangers holds their words as data. */
export const PHRASE_DATA: readonly string[] = [
  'domain/src/inbound/words/',
  'domain/src/mail/auto-reply-words.ts',
  'domain/src/phrases/',
  'sandbox/src/llm/',
  'sandbox/src/linkedin/network/member-behaviour.ts',
  'server/src/slices/judged-drafts/promises.rules.ts',
  'server/src/slices/research/question.rules.ts',
  'tools/sample-history/texts.ts',
];

/** Texts that the specification gives word for word. */
export const SPECIFIED_TEXTS: ReadonlySet<string> = new Set<string>([]);
