import type { ClickClass, OpenClass } from './link-tracking.ts';

/** A request for a link of a mail, or for the image in it. */
export interface ClickFacts {
  id: number;
  kind: 'link' | 'image';
  /** Null for the link that people can't see, and for the image. */
  link_id: number | null;
  at: Date;
  is_head: boolean;
  /** Null once it was judged. */
  ip: string | null;
  agent: string | null;
  /** Names of the network address (PTR). */
  names: readonly string[];
  /** Null before it is judged. */
  class: OpenClass | null;
}

const FIRST_SECONDS_IN_MS = 60_000;
/** Two links within this time were fetched by a program. */
const AT_ONCE_IN_MS = 3000;

/** Programs that test links, or load anything: their names in `User-Agent`. */
const SCANNER_AGENTS =
  /bot\b|crawl|spider|scan|preview|curl|wget|python|java\/|go-http|okhttp|node-fetch|undici|axios|libwww|httpclient|headless|phantom|barracuda|mimecast|proofpoint|symantec|fireeye|trend micro|sophos|urldefense|validator|monitor/i;
/** Programs that load what a person looks at. Apple's loads every mail, whether it is read or not, and calls itself nothing more. */
const PROXY_AGENTS = /googleimageproxy|ggpht\.com|yahoomailproxy|yahoocachesystem|^\s*mozilla\/5\.0\s*$/i;
/** Networks of machines, by the names of their addresses. */
const MACHINE_NETWORKS =
  /(?:^|\.)(?:amazonaws\.com|googleusercontent\.com|cloudapp\.net|cloudapp\.azure\.com|linode\.com|linodeusercontent\.com|vultrusercontent\.com|your-server\.de|contaboserver\.net|scw\.cloud|oraclecloud\.com|pphosted\.com|ppe-hosted\.com|mimecast\.com|barracudanetworks\.com|messagelabs\.com|fireeye\.com|trendmicro\.com|sophos\.com)\.?$/i;
const PROXY_NETWORKS = /^google-proxy-[^.]{1,60}\.google\.com\.?$|(?:^|\.)apple\.com\.?$/i;

/**
 * Who made the requests for the links and the image of one mail, those that are not judged yet.
 * @param clicks all of the mail that are known, judged ones too
 * @param sent_at when the server of the recipient took the mail; null if that is unknown
 */
export function classifyClicks(clicks: readonly ClickFacts[], sent_at: Date | null): Map<ClickFacts, ClickClass> {
  const classes = new Map<ClickFacts, ClickClass>();
  for (const click of clicks) if (click.class === null) classes.set(click, classifyAlone(click, sent_at));
  const isBetrayed = (click: ClickFacts) => clicks.some((other) => isSameProgram(click, other, classes));
  // Each one that turns out to be a scanner may show that others are.
  for (let found = clicks; found.length > 0; ) {
    found = clicks.filter((click) => classes.get(click) === 'person' && isBetrayed(click));
    for (const click of found) classes.set(click, 'scanner');
  }
  return classes;
}

function classifyAlone(click: ClickFacts, sentAt: Date | null): ClickClass {
  if (isUnseen(click) || click.is_head) return 'scanner';
  if (sentAt !== null && click.at.getTime() - sentAt.getTime() < FIRST_SECONDS_IN_MS) return 'scanner';
  const agent = click.agent ?? '';
  if (PROXY_AGENTS.test(agent) || click.names.some((name) => PROXY_NETWORKS.test(name))) return 'proxy';
  // Every browser names itself.
  if (agent.trim() === '' || SCANNER_AGENTS.test(agent)) return 'scanner';
  return click.names.some((name) => MACHINE_NETWORKS.test(name)) ? 'scanner' : 'person';
}

/** A link without words. */
const isUnseen = ({ kind, link_id }: ClickFacts): boolean => kind === 'link' && link_id === null;

/** People open a mail and follow its link moments later, but no two links. */
const areTwoLinks = (click: ClickFacts, other: ClickFacts): boolean =>
  click.kind === 'link' && other.kind === 'link' && click.link_id !== other.link_id;

/** True when another request shows that a program made this one: another link moments apart, or a scanner from the same address. */
function isSameProgram(click: ClickFacts, other: ClickFacts, classes: ReadonlyMap<ClickFacts, ClickClass>): boolean {
  if (other === click) return false;
  const apart = Math.abs(other.at.getTime() - click.at.getTime());
  // A mail program may load the image before its user follows a link.
  if (click.kind === 'link' && other.kind === 'image') return false;
  if (isUnseen(other) && apart < FIRST_SECONDS_IN_MS) return true;
  if (areTwoLinks(click, other) && apart < AT_ONCE_IN_MS) return true;
  const isFromThere = other.ip !== null && other.ip === click.ip;
  return isFromThere && apart < FIRST_SECONDS_IN_MS && classes.get(other) === 'scanner';
}
