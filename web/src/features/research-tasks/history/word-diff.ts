/** A run of words that only the former text has, only the present one, or both. */
interface Part {
  kind: 'same' | 'former' | 'present';
  text: string;
}

export type DiffPart = Part & { key: number };

/** Beyond this the middle is shown as replaced: the comparison takes as many steps as both have words, multiplied. */
const MOST_STEPS = 1_000_000;

/** What became of a text, word by word. */
export function diffWords(former: string, present: string): DiffPart[] {
  const [one, other] = [former.split(/(?<=\s)/), present.split(/(?<=\s)/)];
  let begin = 0;
  while (begin < one.length && begin < other.length && one[begin] === other[begin]) begin += 1;
  let end = 0;
  while (end < one.length - begin && end < other.length - begin && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const middle = diffMiddle(one.slice(begin, one.length - end), other.slice(begin, other.length - end));
  return joinParts([...one.slice(0, begin).map(same), ...middle, ...(end === 0 ? [] : one.slice(-end).map(same))]);
}

const same = (text: string): Part => ({ kind: 'same', text });

function diffMiddle(one: readonly string[], other: readonly string[]): Part[] {
  const replaced: Part[] = [
    { kind: 'former', text: one.join('') },
    { kind: 'present', text: other.join('') },
  ];
  if (one.length * other.length > MOST_STEPS) return replaced;
  const lengths = countCommon(one, other);
  const parts: Part[] = [];
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    if (one[left] === other[right]) {
      parts.push(same(one[left] ?? ''));
      left += 1;
      right += 1;
    } else if ((lengths[left + 1]?.[right] ?? 0) >= (lengths[left]?.[right + 1] ?? 0)) {
      parts.push({ kind: 'former', text: one[left] ?? '' });
      left += 1;
    } else {
      parts.push({ kind: 'present', text: other[right] ?? '' });
      right += 1;
    }
  }
  const rest: Part[] = [
    { kind: 'former', text: one.slice(left).join('') },
    { kind: 'present', text: other.slice(right).join('') },
  ];
  return [...parts, ...rest];
}

/** Longest common sequences of the ends of both texts, by where the ends begin. */
function countCommon(one: readonly string[], other: readonly string[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let left = one.length - 1; left >= 0; left -= 1) {
    const [row, below] = [lengths[left] ?? [], lengths[left + 1] ?? []];
    for (let right = other.length - 1; right >= 0; right -= 1) {
      row[right] =
        one[left] === other[right] ? (below[right + 1] ?? 0) + 1 : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return lengths;
}

function joinParts(parts: readonly Part[]): DiffPart[] {
  const joined: DiffPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) last.text += part.text;
    else joined.push({ ...part, key: joined.length });
  }
  return joined;
}
