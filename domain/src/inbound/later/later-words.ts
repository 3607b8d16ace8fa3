/** Requests to write again at another time, by language. They count only beside a time. */
export const LATER_WORDS: readonly (readonly string[])[] = [
  'ask me again|ask us again|ask again|ask me in|ask us in|try me again|try us again|try again|contact me|contact us|get back to me|get back to us|come back to me|come back to us|come back in|come back after|get back in touch|get in touch|be in touch|back in touch|reach out|reach back out|check back|check in with|check with me|check with us|circle back|follow up|touch base|revisit this|revisit it|reconnect|write me|write to me|write us|write to us|email me again|email us again|mail me again|ping me|ping us|remind me|remind us|talk again|speak again|connect again|chat again|call me|call us|pick this up|pick it up|resend',
  'neem .. contact|contact opnemen|contact op te nemen|kom .. terug|kom .. op terug|terugkomen|terug te komen|vraag .. opnieuw|vraag .. nog|vraag .. weer|probeer .. opnieuw|probeer .. nog|probeer .. weer|mail .. opnieuw|mail .. nog|mail .. weer|mail me in|mail me na|bel .. nog|bel .. weer|meld je|meld u|benader .. weer|benader .. opnieuw|benader me|benader ons|stuur .. opnieuw|spreken elkaar|herinner me|herinner mij|klop .. aan|pakken .. op',
  'melden sie sich|melde dich|meldet euch|bei mir melden|bei uns melden|wieder melden|erneut melden|noch einmal melden|nochmal melden|nochmals melden|auf mich zu|auf uns zu|auf mich zukommen|auf uns zukommen|auf mich zuzukommen|auf uns zuzukommen|fragen sie .. nach|fragen sie .. wieder|fragen sie .. noch|fragen sie .. erneut|frag .. nach|frag .. noch|frag .. wieder|schreiben sie .. wieder|schreiben sie .. noch|schreiben sie .. erneut|schreiben sie mir|schreiben sie uns|kontaktieren sie|sprechen sie .. an|sprechen sie .. wieder|rufen sie|versuchen sie .. wieder|versuchen sie .. noch|versuchen sie .. erneut|nehmen sie .. kontakt|kontakt aufnehmen|kontakt aufzunehmen|erinnern sie|wiedervorlage|sprechen .. wieder|wieder sprechen|erneut sprechen|noch einmal sprechen|reden .. wieder|haken sie .. nach|hak .. nach|hake .. nach',
  'recontactez moi|recontactez nous|recontacte moi|me recontacter|nous recontacter|recontacter|revenez vers moi|revenez vers nous|reviens vers moi|revenir vers moi|revenir vers nous|relancez moi|relancez nous|relance moi|me relancer|nous relancer|reprenez contact|reprendre contact|reprenons contact|reparlons|reparler|redemandez|reecrivez|revoyons|refaire un point|refaisons un point|contactez moi|contactez nous|me contacter|nous contacter|rappelez moi|rappelez nous|me rappeler|nous rappeler',
  'contacteme|contactame|contactenos|contactanos|contactadme|contactarme|contactarnos|contactarme|vuelva a|vuelve a|vuelvan a|volver a contactar*|volver a hablar*|volver a escribir*|volvamos a|volvemos a|escribame|escribeme|escribirme|escribanos|escribenos|pregunteme|preguntame|preguntenos|retomamos|retomemos|retomar|retomarlo|hablamos|hablemos|recuerdeme|recuerdame|busqueme|buscame|llameme|llamame',
  'mi ricontatti|ci ricontatti|ricontattarmi|ricontattarci|ricontattami|ricontattateci|ricontattatemi|ricontattaci|risentiamoci|risentirci|riparliamone|riparlarne|mi scriva|ci scriva|mi riscriva|ci riscriva|riscrivimi|riscrivermi|scrivimi|si rifaccia|torni a|mi contatti|ci contatti|contattami|contattatemi|contattarmi|contattarci|aggiorniamoci|mi richiami|ci richiami|richiamami|me lo ricordi|sentiamoci|mi chiami',
  'volte a|volta a|voltem a|voltar a|voltamos a|voltemos a|contacte me|contacte nos|contate me|contate nos|contacta me|me contate|me contacte|nos contate|nos contacte|me contatar|entre em contato|entre em contacto|entrar em contato|entrar em contacto|fale comigo|fale connosco|fale conosco|falamos|retome|retomamos|retomar|me procure|nos procure|procure me|procure nos|pergunte .. novamente|pergunte me|me pergunte|escreva me|me escreva|ligue me',
  'напишите|свяжитесь|вернитесь к|вернемся к|вернуться к|обратитесь|обращаитесь|спросите|напомните|поговорим|свяжемся|давайте вернемся|позвоните',
].map((list) => list.split('|'));

/** Words of times in eight languages, normalized as in `plainWords`: no accents, `ß` is `ss`, `й` is `и`. */
const toSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** January first; a word ending in `*` is a beginning. */
const MONTH_WORDS: readonly string[] = [
  'january jan januari januar janner janvier enero gennaio janeiro январ*',
  'february feb februari februar fevrier febrero febbraio fevereiro феврал*',
  'march mar maart mrt marz mars marzo marco март*',
  'april apr avril abril aprile апрел*',
  'may mei mai mayo maggio maio мая мае маи',
  'june jun juni juin junio giugno junho июн*',
  'july jul juli juillet julio luglio julho июл*',
  'august aug augustus aout agosto август*',
  'september sept sep septembre septiembre setiembre settembre setembro сентябр*',
  'october oct oktober okt octobre octubre ottobre outubro октябр*',
  'november nov novembre noviembre novembro ноябр*',
  'december dec dezember dez decembre diciembre dicembre dezembro декабр*',
];
/** By their first month, in the northern hemisphere. */
const SEASON_WORDS: readonly (readonly [month: number, words: string])[] = [
  [3, 'spring voorjaar lente fruhjahr fruhling printemps primavera весн*'],
  [6, 'summer zomer sommer ete verano estate verao летом лета'],
  [9, 'autumn fall najaar herfst herbst automne otono autunno outono осен*'],
  [12, 'winter hiver invierno inverno зим*'],
];
const UNIT_WORDS: readonly (readonly [Unit, string])[] = [
  ['week', 'week weeks weken woche wochen semaine semaines semana semanas settimana settimane недел*'],
  ['month', 'month months maand maanden monat monate monaten monats mois mes meses mese mesi месяц*'],
  ['quarter', 'quarter kwartaal quartal trimestre квартал*'],
  ['year', 'year years jaar jahr jahre jahres jahren an ans annee ano anos anno anni год году года'],
];
export type Unit = 'week' | 'month' | 'quarter' | 'year';

function indexWords<Value>(
  rows: readonly (readonly [Value, string])[],
): (word: string | undefined) => Value | undefined {
  const whole = new Map<string, Value>();
  const beginnings: [string, Value][] = [];
  for (const [value, words] of rows) {
    for (const word of words.split(' ')) {
      if (word.endsWith('*')) beginnings.push([word.slice(0, -1), value]);
      else whole.set(word, value);
    }
  }
  return (word) =>
    word === undefined
      ? undefined
      : (whole.get(word) ?? beginnings.find(([beginning]) => word.startsWith(beginning))?.[1]);
}

export const findMonth = indexWords(MONTH_WORDS.map((words, place) => [place + 1, words] as const));
export const findSeason = indexWords(SEASON_WORDS);
export const findUnit = indexWords(UNIT_WORDS);

export const findAmount = indexWords([
  [1, 'a an one een ein eine einem einer einen un une una um uma один одну'],
  [2, 'two couple twee zwei deux dos due dois duas два две'],
  [
    3,
    'three few drie drei trois tres tre три paar quelques unos unas algunos algunas alcuni alcune qualche alguns algumas несколько',
  ],
  [4, 'four vier quatre cuatro quattro quatro четыре'],
  [5, 'five vijf funf cinq cinco cinque пять'],
  [6, 'six zes sechs seis sei шесть'],
  [9, 'nine negen neun neuf nueve nove девять'],
]);
export const findOrdinal = indexWords([
  [1, 'first 1st eerste ersten erstes premier 1er primer primero primo primeiro первом первый'],
  [2, 'second 2nd tweede zweiten zweites deuxieme 2eme segundo secondo втором второй'],
  [3, 'third 3rd derde dritten drittes troisieme 3eme tercer tercero terzo terceiro третьем третии'],
  [4, 'fourth 4th last vierde laatste vierten viertes quatrieme 4eme cuarto quarto четвертом четвертыи'],
]);

/** One of them precedes a month that is a time: April, June and Marco are people as well. */
export const BEFORE_MONTHS = toSet(
  'in of by until till after from early mid late end beginning start this next around about before sometime during begin eind einde medio half na vanaf van rond tot im ab anfang ende mitte nach bis vor kommenden nachsten en de debut fin mi apres d courant vers a partir principios mediados finales el para despues tras ad di da fine inizio meta dopo verso em ate apos no inicio meados final finais fim depois в с до после начале конце середине к',
);
export const AFTER_WORDS = toSet('after past nach apres despues tras dopo depois apos после');
/** `na` is Dutch for after, and Portuguese for in the. */
export const DUTCH_PERIODS = toSet(
  'zomer herfst najaar winter lente voorjaar maart mei januari februari juni juli augustus',
);
export const MIDDLE_WORDS = toSet('mid middle medio half mitte mediados meta meados середине середина');
export const END_WORDS = toSet('end late eind einde ende fin finales final fim finais конце');

export const NEXT_WORDS = toSet(
  'next coming volgende volgend komend komende nachste nachsten nachster nachstes nachstem kommende kommenden kommendes prochain prochaine proximo proxima prossimo prossima следующем следующии следующеи следующую следующего',
);
/** `semana que viene`, `mês que vem`. */
export const COMING_WORDS = toSet('viene vem');
export const NEW_WORDS = toSet('new nieuwe nieuw neuen neues neue nouvelle nouvel nuevo nuovo novo нового новом');
/** Before an amount: `in three months`, `over drie maanden`, `через месяц`. */
export const IN_WORDS = toSet(
  'in within after over na dans apres en dentro de tras tra fra dopo em daqui a depois через',
);
export const HALF_WORDS = toSet('half halbes halben halbem medio mezzo meio полгода');
