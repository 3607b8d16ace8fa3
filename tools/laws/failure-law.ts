/** Files whose mutation shows no failure by these means, and why that is right. */
const EXEMPT: Readonly<Record<string, string>> = {
  'web/src/features/csv-import/progress/use-stop-import.ts': 'stopImport shows its own failure',
  'web/src/features/connect-mailbox/use-connect.ts': 'after a failed guess the user fills in the fields',
  'web/src/features/deliverability/placement/add-seed-dialog.tsx': 'after a failed guess the user fills in the fields',
  'web/src/lib/api/api-client.ts': 'the example in a comment',
};

/**
 * Places where a failed write says nothing: a mutation without `onError`, whose error is not read, or a call without `catch` whose promise is
 * dropped.
 */
export function findSilentWrites(path: string, text: string): string[] {
  const mutations = [...text.matchAll(/(?:const (\w+) = )?useMutation\(/g)].flatMap((match) => {
    const options = text.slice(match.index, findClosing(text, match.index + match[0].length));
    return path in EXEMPT || isFailureShown(text, options, match[1])
      ? []
      : [`${path}: ${match[1] ?? 'a mutation'} hides its failure`];
  });
  const dropped = [...text.matchAll(/void (?:call|upload)\(/g)].filter(
    (match) => !/^\s*\.catch\(/.test(text.slice(findClosing(text, match.index + match[0].length))),
  );
  return [...mutations, ...dropped.map(() => `${path}: a call without catch`)];
}

function isFailureShown(text: string, options: string, name: string | undefined): boolean {
  if (options.includes('onError')) return true;
  const bringsOptions =
    name === undefined || text.includes(`${name}.mutate`) || /\.\.\.(?!mutationOptions\b)\w/.test(options);
  if (bringsOptions && text.includes('onError')) return true;
  const reads = name === undefined ? /\.error\b|\berror,/ : new RegExp(String.raw`\b${name}\.(error|isError)\b`);
  return reads.test(text);
}

/** Index after the bracket that closes the one before `from`. */
function findClosing(text: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; at < text.length && depth > 0; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
  }
  return at;
}
