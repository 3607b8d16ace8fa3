/** Words of the eight languages that make a promise of a time or a price, or commit a sender to something. */

/** Weekdays from Monday to Sunday, each as the languages write it. */
export const WEEKDAYS: readonly (readonly string[])[] = [
  'monday mondays maandag montag montags lundi lunes lunedì segunda-feira понедельник понедельника',
  'tuesday tuesdays dinsdag dienstag dienstags mardi martes martedì terça-feira вторник вторника',
  'wednesday wednesdays woensdag mittwoch mittwochs mercredi miércoles mercoledì quarta-feira среду среда среды',
  'thursday thursdays donderdag donnerstag donnerstags jeudi jueves giovedì quinta-feira четверг четверга',
  'friday fridays vrijdag freitag freitags vendredi viernes venerdì sexta-feira пятницу пятница пятницы',
  'saturday saturdays zaterdag samstag samstags samedi sábado sabato субботу суббота',
  'sunday sundays zondag sonntag sonntags dimanche domingo domenica воскресенье',
].map((line) => line.split(' '));

/** Months; counted only beside a number, since some are other words too. */
export const MONTHS: readonly (readonly string[])[] = [
  'january jan januari januar janvier enero gennaio janeiro января январе',
  'february feb februari februar février febrero febbraio fevereiro февраля феврале',
  'march mar maart märz mars marzo março марта марте',
  'april apr avril abril aprile апреля апреле',
  'may mei mai mayo maggio maio мая мае',
  'june jun juni juin junio giugno junho июня июне',
  'july jul juli juillet julio luglio julho июля июле',
  'august aug augustus août agosto августа августе',
  'september sep sept septembre septiembre settembre setembro сентября сентябре',
  'october oct okt oktober octobre octubre ottobre outubro октября октябре',
  'november nov novembre noviembre novembro ноября ноябре',
  'december dec dez dezember décembre diciembre dicembre dezembro декабря декабре',
].map((line) => line.split(' '));

/** Days said from today on. */
export const RELATIVE_DAYS: Readonly<Record<string, readonly string[]>> = {
  today: ['today', 'tonight', 'vandaag', 'vanavond', 'heute', "aujourd'hui", 'hoy', 'oggi', 'hoje', 'сегодня'],
  tomorrow: ['tomorrow', 'morgen', 'demain', 'mañana', 'domani', 'amanhã', 'завтра', 'übermorgen', 'overmorgen'],
  soon: [
    'immediately',
    'asap',
    'onmiddellijk',
    'sofort',
    'immédiatement',
    'inmediatamente',
    'immediatamente',
    'imediatamente',
    'немедленно',
  ],
};

/** Units of time by the beginnings of their words. */
export const TIME_UNITS: Readonly<Record<string, readonly string[]>> = {
  minute: ['minute', 'minuten', 'minuto', 'minut', 'minuti', 'минут'],
  hour: ['hour', 'uur', 'uren', 'stunde', 'stunden', 'heure', 'hora', 'horas', 'ora', 'ore', 'час', 'часа', 'часов'],
  day: [
    'day',
    'dag',
    'dagen',
    'tag',
    'tage',
    'tagen',
    'jour',
    'día',
    'días',
    'giorno',
    'giorni',
    'dia',
    'dias',
    'день',
    'дня',
    'дней',
    'werkdagen',
    'werktage',
    'werktagen',
  ],
  week: [
    'week',
    'weken',
    'woche',
    'wochen',
    'semaine',
    'semana',
    'settimana',
    'settimane',
    'неделю',
    'недели',
    'недель',
    'неделе',
  ],
  month: [
    'month',
    'maand',
    'maanden',
    'monat',
    'monate',
    'monaten',
    'mois',
    'mes',
    'meses',
    'mese',
    'mesi',
    'mês',
    'месяц',
    'месяца',
    'месяцев',
  ],
  year: [
    'year',
    'jaar',
    'jaren',
    'jahr',
    'jahre',
    'jahren',
    'an',
    'ans',
    'année',
    'année',
    'año',
    'años',
    'anno',
    'anni',
    'ano',
    'anos',
    'год',
    'года',
    'лет',
  ],
};

/** Words before a unit that make it a day from now. */
export const NEXT_WORDS =
  'next this coming within volgende deze komende binnen nächste nächsten nächster diese dieser kommende kommenden innerhalb prochaine prochain cette próxima próximo esta este prossima prossimo questa questo esta neste nesta следующей следующую этой'.split(
    ' ',
  );

/** Numbers as words, with what they mean. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, 'one een eine einem einer ein un une uno una um uma один одну'],
      [2, 'two twee zwei deux dos due dois duas два две двух'],
      [3, 'three drie drei trois tres tre três три трёх'],
      [4, 'four vier quatre cuatro quattro quatro четыре'],
      [5, 'five vijf fünf cinq cinco cinque пять'],
      [6, 'six zes sechs seis sei шесть'],
      [7, 'seven zeven sieben sept siete sette sete семь'],
      [8, 'eight acht huit ocho otto oito восемь'],
      [9, 'nine negen neun neuf nueve nove девять'],
      [10, 'ten tien zehn dix diez dieci dez десять'],
      [11, 'eleven elf onze once undici одиннадцать'],
      [12, 'twelve twaalf zwölf douze doce dodici doze двенадцать'],
      [13, 'thirteen dertien dreizehn treize trece tredici treze тринадцать'],
      [14, 'fourteen veertien vierzehn quatorze catorce quattordici catorze'],
      [15, 'fifteen vijftien fünfzehn quinze quince quindici пятнадцать'],
      [16, 'sixteen zestien sechzehn seize dieciséis sedici dezesseis шестнадцать'],
      [17, 'seventeen zeventien siebzehn dix-sept diecisiete diciassette dezessete семнадцать'],
      [18, 'eighteen achttien achtzehn dix-huit dieciocho diciotto dezoito восемнадцать'],
      [19, 'nineteen negentien neunzehn dix-neuf diecinueve diciannove dezenove девятнадцать'],
      [20, 'twenty twintig zwanzig vingt veinte venti vinte двадцать'],
      [30, 'thirty dertig dreißig trente treinta trenta trinta тридцать'],
      [40, 'forty veertig vierzig quarante cuarenta quaranta quarenta сорок'],
      [50, 'fifty vijftig fünfzig cinquante cincuenta cinquanta cinquenta пятьдесят'],
      [60, 'sixty zestig sechzig soixante sesenta sessanta sessenta шестьдесят'],
      [70, 'seventy zeventig siebzig setenta settanta семьдесят'],
      [80, 'eighty tachtig achtzig ochenta ottanta oitenta восемьдесят'],
      [90, 'ninety negentig neunzig noventa novanta девяносто'],
      [100, 'hundred honderd hundert cent cien cento cem сто'],
      [1000, 'thousand duizend tausend mille mil тысяча тысяч'],
    ] as const
  ).flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)),
);

/** Ordinary words before or after which one of the numbers is none: `once you`, `due to`. */
export const NO_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  once: 'a an the you your we it they this that is and per every everything all set'.split(' '),
  due: 'to by date for'.split(' '),
};

/** Shares, multiples and round amounts, which are numbers as well; a group is known when the sources have any of its words. */
export const AMOUNT_WORDS: Readonly<Record<string, readonly string[]>> = {
  half: 'half halves helft halverwege hälfte halb halbe moitié demi mitad medio media metà mezzo metade meio половина половину половины'.split(
    ' ',
  ),
  third: 'third thirds derde drittel tiers tercio terzo terço треть'.split(' '),
  quarter:
    'quarter quarters kwart kwartaal viertel quartal quart trimestre cuarto quarto четверть квартал квартале'.split(
      ' ',
    ),
  double:
    'twice double doubles doubled dubbel verdubbelt tweemaal doppelt doppelte verdoppelt zweimal deux-fois double doublé doble duplica doppio raddoppia dobro вдвое удваивает'.split(
      ' ',
    ),
  triple: 'thrice triple triples tripled driemaal dreifach dreimal tripler triplica triplo втрое'.split(' '),
  dozen:
    'dozen dozens dozijn tientallen dutzend dutzende douzaine douzaines docena docenas dozzina decine dúzia десятки'.split(
      ' ',
    ),
  hundreds: 'hundreds honderden hunderte centaines cientos centinaia centenas сотни сотен'.split(' '),
  thousands: 'thousands duizenden tausende milliers miles migliaia milhares тысячи'.split(' '),
  millions:
    'million millions billion billions miljoen miljoenen million millionen milliarden millón millones milione milioni milhão milhões миллион миллионы'.split(
      ' ',
    ),
};

/** Ends and beginnings of numbers that German, Dutch and Italian write as one word. */
export const NUMBER_ENDS =
  'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig twintig dertig veertig vijftig zestig zeventig tachtig negentig hundert tausend honderd duizend'.split(
    ' ',
  );
export const NUMBER_BEGINNINGS =
  'venti trenta quaranta cinquanta sessanta settanta ottanta novanta duecento trecento hundert tausend honderd duizend'.split(
    ' ',
  );

/** Parts of a year. */
export const SEASONS: Readonly<Record<string, readonly string[]>> = {
  spring: 'spring voorjaar lente frühjahr frühling printemps primavera весной весна'.split(' '),
  summer: 'summer zomer sommer été verano estate verão летом лето'.split(' '),
  autumn: 'autumn najaar herfst herbst automne otoño autunno outono осенью осень'.split(' '),
  winter: 'winter hiver invierno inverno зимой зима'.split(' '),
  fortnight: 'fortnight fortnights quinzaine quincena quinzena'.split(' '),
  q1: ['q1'],
  q2: ['q2'],
  q3: ['q3'],
  q4: ['q4'],
};

/** Words before the name of a month that say when. */
export const BEFORE_MONTHS = new Set(
  'in by until till before after from since of early mid late end this next voor tegen eind begin vanaf sinds tot im bis ab ende anfang mitte seit vor en fin avant dès depuis début courant mi a entro dal fine inizio da em até desde fim final antes para finales mediados в до с к после конце начале'.split(
    ' ',
  ),
);

/** Words of costing, and of nothing: together a price. */
export const COSTS = new Set('cost costs costing kost kosten kostet coûte cuesta costa custa стоит'.split(' '));
export const NOTHING = new Set('nothing niets nichts rien nada nulla niente ничего'.split(' '));

/** What it costs, in words; a group is known when the knowledge base has any of its words. */
export const PRICE_WORDS: Readonly<Record<string, readonly string[]>> = {
  free: 'free complimentary gratis kostenlos kostenfrei gratuit gratuite gratuitement gratuitamente gratuito gratuita grátis бесплатно бесплатный бесплатную umsonst'.split(
    ' ',
  ),
  discount:
    'discount discounts discounted rebate korting rabatt rabat remise réduction descuento sconto desconto скидка скидку скидки'.split(
      ' ',
    ),
  refund:
    'refund refunds refunded money-back terugbetaling terugbetalen rückerstattung erstatten rembourser remboursement reembolso rimborso возврат вернём'.split(
      ' ',
    ),
  guarantee:
    'guarantee guarantees guaranteed warranty garantie garanderen garantieren garantir garantía garantizamos garanzia garantiamo garantia garantimos гарантия гарантируем гарантию'.split(
      ' ',
    ),
  half: 'half-price halve halber moitié mitad metà metade'.split(' '),
};

const wordSet = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Words by which a sender speaks of itself. */
export const OURSELVES = wordSet([
  'we our ours us',
  'wij we ons onze',
  'wir uns unser unsere unserer unseren',
  'nous notre nos',
  'nosotros nuestro nuestra nuestros nuestras',
  'noi nostro nostra nostri nostre',
  'nós nosso nossa nossos nossas',
  'мы нас нам наш наша наше наши',
]);

/** Verbs by which a sender takes something upon itself. */
export const COMMITMENTS = wordSet([
  'will shall agree agreed agrees accept accepted confirm confirmed confirms promise approve approved sign signed pay paid transfer transferred cancel cancelled delete deleted authorize authorized grant granted',
  'zullen zal akkoord bevestig bevestigen beloof beloven accepteer tekenen betalen betaal',
  'werden werde bestätige bestätigen verspreche versprechen akzeptieren einverstanden unterschreiben bezahlen zahlen',
  "confirmons confirme promets promettons acceptons accepte d'accord signons payons",
  'confirmamos confirmo prometo prometemos aceptamos acepto pagamos pagaremos firmamos',
  'confermiamo confermo promettiamo prometto accettiamo accetto paghiamo firmiamo',
  'prometemos aceitamos aceito assinamos',
  'подтверждаем подтверждаю обещаем обещаю согласны согласен принимаем оплатим',
]);
