import { cutText } from '../../text/text-bounds.ts';

/** What people mean by words that are no names. */
const OTHER_WORDS: Record<string, string> = {
  name: 'first_name',
  surname: 'last_name',
  company: 'company_name',
  companyname: 'company_name',
  organization: 'company_name',
  title: 'job_title',
  position: 'job_title',
  city: 'location',
  sector: 'industry',
  domain: 'website',
  employees: 'company_size',
  mail: 'email',
  sendername: 'sender.name',
  calendar: 'sender.calendar_url',
  calendarlink: 'sender.calendar_url',
  campaign: 'campaign.name',
  date: 'today',
  nil: 'blank',
  null: 'blank',
  empty: 'blank',
};

/** The known word that is nearest to one that is none, or null when nothing is near. */
export function findNearest(word: string, known: readonly string[]): string | null {
  const wanted = bare(word);
  const same = known.find((name) => bare(name) === wanted) ?? OTHER_WORDS[wanted];
  if (same !== undefined && known.includes(same)) return same;
  const most = wanted.length < 5 ? 1 : 2;
  const near = known
    .map((name) => ({ name, distance: distanceOf(wanted, bare(name), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((left, right) => left.distance - right.distance);
  return near[0]?.name ?? null;
}

function bare(word: string): string {
  return cutText(word, LONGEST_WORD)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const LONGEST_WORD = 60;

/**
 * Edit distance of two words: letters to change, add, drop or swap. A distance above `most` is returned as `most + 1`.
 */
function distanceOf(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[right.length]!;
}
