/** Commands of `docker compose` on the pages, which no machine of ours runs. */

const COMMAND = /docker compose (exec|run|logs|cp|up|stop|pull|build|down)\b([^`\n;|&]*)/g;
/** Options of the pages, and how many words each takes. */
const OPTIONS: Record<string, Record<string, number>> = {
  run: { '--rm': 0, '-v': 1 },
  logs: { '-f': 0, '--tail': 1 },
  up: { '-d': 0 },
};

interface Known {
  services: readonly string[];
  hasFile(path: string): boolean;
  /** Commands of `overture`. */
  commands: readonly string[];
}

function withoutOptions(verb: string, words: readonly string[], faults: string[]): string[] {
  const rest: string[] = [];
  for (let n = 0; n < words.length; n += 1) {
    const word = words[n]!;
    if (rest.length > 0 || !word.startsWith('-')) rest.push(word);
    else if (OPTIONS[verb]?.[word] === undefined) faults.push(`${verb} ${word}`);
    else n += OPTIONS[verb][word];
  }
  return rest;
}

/** What is wrong with commands of a page: options, services, programs and commands that there are not. */
export function findCommandFaults(page: string, { services, hasFile, commands }: Known): string[] {
  const faults: string[] = [];
  for (const [, verb = '', text = ''] of page.matchAll(COMMAND)) {
    const [first = '', ...rest] = withoutOptions(verb, text.trim().split(/\s+/).filter(Boolean), faults);
    const named = verb === 'cp' ? [first.split(':')[0]!] : ['exec', 'run'].includes(verb) ? [first] : [first, ...rest];
    faults.push(...named.filter((name) => name !== '' && !services.includes(name)).map((name) => `${verb} ${name}`));
    if (!['exec', 'run'].includes(verb)) continue;
    const [node, script = '', command = ''] = rest;
    if (node !== 'node' || !hasFile(script)) faults.push(`${verb} ${rest.join(' ')}`);
    else if (script.endsWith('/overture.ts') && !commands.includes(command)) faults.push(`overture ${command}`);
  }
  return faults;
}
