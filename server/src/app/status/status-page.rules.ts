import { DAYS_SHOWN, type Part, type ShownDay, type ShownPart, type State } from './status.rules.ts';

const PART_NAMES: Record<Part, string> = { sending: 'Sending', inbox: 'Inbox', api: 'App and API', imports: 'Imports' };
const STATE_NAMES: Record<State | 'none', string> = {
  good: 'Operational',
  degraded: 'Degraded',
  down: 'Down',
  none: 'Not measured yet',
};
/** What the state means for people who use the product. */
const EFFECTS: Record<Part, Record<'degraded' | 'down', string>> = {
  sending: {
    degraded: 'Some messages leave late. Each leaves once.',
    down: 'Messages wait. They leave when sending works again, each once.',
  },
  inbox: {
    degraded: 'Some replies appear late.',
    down: "Replies aren't read at the moment. They appear when reading works again.",
  },
  api: { degraded: 'Some requests fail. Try again.', down: 'Requests fail at the moment.' },
  imports: { degraded: 'Some imports start late.', down: 'Imports wait. They start when importing works again.' },
};

export const STATUS_TEXTS = {
  title: 'Status',
  unavailable: "The status can't be read at the moment. Some parts may be down.",
} as const;

/** Red and green differ in lightness too, and every state is also written. */
const STYLE = `<style>
:root{--good:#2f9e5f;--degraded:#c77700;--down:#c62f3b;--none:#d5d8de;--line:#e3e5ea;--muted:#5c6370;--page:#fff;--ink:#16181d;--good-ink:#1d7443;--degraded-ink:#8a5200;--down-ink:#b3202d}
@media (prefers-color-scheme:dark){:root{--good:#3fbf79;--degraded:#f0a53a;--down:#ff6b73;--none:#3a3f49;--line:#31353d;--muted:#a3a9b5;--page:#121317;--ink:#f1f2f4;--good-ink:#3fbf79;--degraded-ink:#f0a53a;--down-ink:#ff7d84}}
body{place-items:start center;background:var(--page);color:var(--ink)}main{width:100%;max-width:720px;padding:24px 0}
.now{border:1px solid var(--line);border-left:4px solid var(--state);border-radius:8px;padding:16px;margin:0 0 24px;font-weight:600}
section{border-top:1px solid var(--line);padding:16px 0}section h2{margin:0;font-size:16px}
.head,.foot{display:flex;justify-content:space-between;gap:8px;align-items:baseline}
.foot{color:var(--muted);font-size:13px}.state{color:var(--ink-of-state);font-weight:600;white-space:nowrap}
svg{display:block;width:100%;height:32px;margin:8px 0 4px}p{margin:4px 0}details{font-size:14px}
.about{color:var(--muted);font-size:13px;border-top:1px solid var(--line);padding-top:16px}
.good{--state:var(--good);--ink-of-state:var(--good-ink)}.degraded{--state:var(--degraded);--ink-of-state:var(--degraded-ink)}
.down{--state:var(--down);--ink-of-state:var(--down-ink)}.none{--state:var(--muted);--ink-of-state:var(--muted)}
rect.none{fill:var(--none)}rect.good{fill:var(--good)}rect.degraded{fill:var(--degraded)}rect.down{fill:var(--down)}
</style>`;

/** Where the figures can't be read, which is itself no good sign. */
export const renderUnavailable = (): string =>
  `${STYLE}<h1>${STATUS_TEXTS.title}</h1><p class="now down">${STATUS_TEXTS.unavailable}</p>`;

/** The page without anything of a tenant: names of parts, minutes and days. */
export function renderStatus(parts: readonly ShownPart[], now: Date): string {
  const at = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${STYLE}<h1>${STATUS_TEXTS.title}</h1>${renderSummary(parts)}${parts.map(renderPart).join('')}
<p class="about">Measured every minute, days in UTC. Last update: <time datetime="${now.toISOString()}">${at}</time>. Reload the page to see the current state.</p>`;
}

function renderSummary(parts: readonly ShownPart[]): string {
  const named = (state: State) => parts.filter((one) => one.state === state).map(({ part }) => PART_NAMES[part]);
  const [down, degraded] = [named('down'), named('degraded')];
  const worst = down.length > 0 ? 'down' : degraded.length > 0 ? 'degraded' : 'good';
  const texts = [
    ...(down.length > 0 ? [`Down: ${down.join(', ')}.`] : []),
    ...(degraded.length > 0 ? [`Degraded: ${degraded.join(', ')}.`] : []),
  ];
  if (parts.every(({ state }) => state === 'none'))
    return `<p class="now none">${STATE_NAMES.none}. The first figures appear within two minutes.</p>`;
  const fine = parts.some(({ state }) => state === 'none') ? 'The parts measured so far work.' : 'All parts work.';
  return `<p class="now ${worst}">${texts.length === 0 ? fine : texts.join(' ')}</p>`;
}

function renderPart({ part, state, uptime, days }: ShownPart): string {
  const percent = uptime === null ? 'No data yet' : `${uptime}% up`;
  const trouble = days.filter((day) => day.state === 'degraded' || day.state === 'down');
  const effect = state === 'degraded' || state === 'down' ? `<p>${EFFECTS[part][state]}</p>` : '';
  const summary = `Last ${DAYS_SHOWN} days: ${percent}, ${trouble.length} ${trouble.length === 1 ? 'day' : 'days'} with trouble`;
  return `<section class="${state}"><div class="head"><h2>${PART_NAMES[part]}</h2><span class="state">${STATE_NAMES[state]}</span></div>${effect}
<svg role="img" aria-label="${summary}" viewBox="0 0 ${DAYS_SHOWN * 5 - 1} 32" preserveAspectRatio="none">${days.map(renderBar).join('')}</svg>
<div class="foot"><span>${DAYS_SHOWN} days ago</span><span>${percent}</span><span>Today</span></div>${renderTrouble(trouble)}</section>`;
}

const renderBar = (day: ShownDay, place: number): string =>
  `<rect class="${day.state}" x="${place * 5}" width="4" height="32"><title>${day.day}: ${describeDay(day)}</title></rect>`;

const renderTrouble = (days: readonly ShownDay[]): string =>
  days.length === 0
    ? ''
    : `<details><summary>Days with trouble</summary><ul>${days
        .toReversed()
        .map((day) => `<li>${day.day}: ${describeDay(day)}</li>`)
        .join('')}</ul></details>`;

function describeDay({ state, degraded_minutes, down_minutes }: ShownDay): string {
  if (state === 'none') return 'not measured';
  const parts = [
    ...(down_minutes > 0 ? [`down for ${sayMinutes(down_minutes)}`] : []),
    ...(degraded_minutes > 0 ? [`degraded for ${sayMinutes(degraded_minutes)}`] : []),
  ];
  return parts.length === 0 ? 'no trouble' : parts.join(', ');
}

function sayMinutes(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}
