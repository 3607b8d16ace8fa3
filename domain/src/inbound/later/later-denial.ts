const toSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const WINDOW = 3;
/** Words between a verb and the negation behind it: 'melden Sie sich auch im März nicht'. */
const WINDOW_BEHIND = 5;

const NEGATORS = toSet(
  'not no never dont doesnt cannot cant without stop quit refrain avoid niet geen nooit zonder nicht kein keine keinen nie niemals ohne ne pas jamais sans nunca tampoco sin non mai senza nao jamais sem не нет никогда',
);
/** They deny a request behind them, wherever in the clause. */
const USELESS = toSet(
  'pointless useless unnecessary zinloos overbodig onnodig sinnlos zwecklos unnotig uberflussig inutile inutiles inutil inutili innecesario superfluo desnecessario бесполезно бессмысленно незачем',
);
/** The same with a negation in front: 'there is no need for you to'. */
const NEEDED = toSet(
  'ever try bother need reason point sense use want wish nodig zin reden hoeft hoeven nutzen grund sinn notig notwendig bedarf besoin peine raison necessaire utile sert falta necesario sentido razon quiero queremos bisogno necessario serve senso motivo voglio vogliamo preciso precisa pena vale quero queremos нужно надо смысла стоит хочу',
);
/** Negations that follow the verb. */
const BEHIND = toSet('nicht niet geen kein keine keinen nie niemals nooit');
/** 'In March, not before'. */
const EARLIER = toSet('vor vorher fruher eher voor eerder nur alleen');

/** Words in front of them belong to another clause: 'not now but ask me again'. */
const BREAKS = toSet(
  'but so and please now moment maar en graag nu aber und bitte jetzt momentan moment mais et merci maintenant pero y favor ahora ma e adesso momento mas agora но и пожалуиста сеичас',
);
/** Words behind them do. */
const BREAKS_BEHIND = toSet(
  'but and aber und sondern sonst jetzt aktuell momentan derzeit wenn falls da weil denn maar en want anders nu momenteel als indien omdat',
);

/** A request to write that is refused: 'do not ask me again in March', 'inutile de me relancer', 'melden Sie sich nicht'. */
export function isDenied(words: readonly string[], start: number, end: number): boolean {
  return isDeniedBefore(words, start) || isDeniedWithin(words, start, end);
}

function isDeniedBefore(words: readonly string[], start: number): boolean {
  for (let at = start - 1; at >= 0; at -= 1) {
    const word = words[at] ?? '';
    if (NEEDED.has(word) && words.slice(Math.max(0, at - WINDOW), at).some((before) => NEGATORS.has(before)))
      return true;
    if (USELESS.has(word)) return true;
    if (BREAKS.has(word)) return false;
    if (NEGATORS.has(word) && at >= start - WINDOW) return true;
  }
  return false;
}

function isDeniedWithin(words: readonly string[], start: number, end: number): boolean {
  for (let at = start; at < Math.min(words.length, end + WINDOW_BEHIND); at += 1) {
    const word = words[at] ?? '';
    if (at >= end && BREAKS_BEHIND.has(word)) return false;
    if (BEHIND.has(word) && !EARLIER.has(words[at + 1] ?? '')) return true;
  }
  return false;
}

const OWN = toSet('i ll will ik wij zal zullen ich wir werde werden vais allons');
/** Their verb comes last: 'wir werden uns im März wieder melden'. */
const FUTURE = toSet('zal zullen werde werden');
/** 'We may get in touch', and 'je me permettrai de vous recontacter', but 'pouvez-vous recontacter'. */
const OWN_PAIR = /^(?:(?:i|we) (?:would|could|can|may|might|should|d)|(?:de|a|va|pour) vous)$/;

/** The lead announces to write: nothing is asked of us. */
export function isOwn(words: readonly string[], start: number, end: number): boolean {
  const near = words.slice(Math.max(0, start - 2), start);
  if ([...near, ...words.slice(start, end)].some((word) => OWN.has(word)) || OWN_PAIR.test(near.join(' '))) return true;
  const before = words.slice(0, start);
  return before.slice(before.findLastIndex((word) => BREAKS.has(word)) + 1).some((word) => FUTURE.has(word));
}
