/** Before the key of a research task, where a message names what it found out: `{{ research.recent_funding }}`. */
const PLACE = 'research.';
export type ResearchName = `research.${string}`;

/** As keys are made: letters, digits and underscores, in lower case. */
const RESEARCH_NAME = /^research\.[\p{L}\p{N}_]{1,60}$/u;

export function researchName(key: string): ResearchName {
  return `${PLACE}${key}`;
}

/** The key in a name of a message, or null for another name. */
export function parseResearchKey(name: string): string | null {
  return RESEARCH_NAME.test(name) ? name.slice(PLACE.length) : null;
}

export function isResearchName(name: string): name is ResearchName {
  return parseResearchKey(name) !== null;
}
