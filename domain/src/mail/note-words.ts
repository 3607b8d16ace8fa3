/**
 * Parts of absence notes and receipts, by language. A clause is matched in lower case without diacritics. A language applies only after
 * one of its anchors matched: `volta` is a return in Portuguese and one time in Italian.
 */
/** A person on leave says so in passing, in words like these: what classes a reply as an absence. Notes know further ones. */
export type NotePart = 'absent' | 'received' | 'declared' | 'unread' | 'until' | 'contact' | 'later' | 'thanks';

/** A note needs at least one of these. */
export const NOTE_ANCHORS = ['absent', 'received', 'declared', 'unread'] as const satisfies readonly NotePart[];

export type NoteLanguage = Readonly<Partial<Record<NotePart | 'away', RegExp>>>;

const ENGLISH: NoteLanguage = {
  away: /out of (?:the |my |our )?office|on (?:(?:annual|maternity|paternity|parental|sick|medical|extended|personal|study|compassionate) )?leave|on (?:vacation|holidays?|pto|a business trip|sabbatical)|\baway (?:from|until|on|for|between)|travel?ling|not in the office|(?:currently|presently|temporarily) (?:away|unavailable|absent|out)/,
  absent:
    /\b(?:(?:am|is|are|be|i'm|we're) (?:currently |presently |still |now |only )?(?:away|overseas|abroad|ooo|unavailable|travell?ing|on vacation|on travel|out (?:until|till|through|today|this))|out[- ]of[- ](?:the )?office|ooo (?:until|till)|away (?:from (?:my|the|work|office)|until|till|for|this|on)|on (?:a |(?:annual|medical|sick|maternity|paternity|parental|study) )?leave|(?:overseas|on) (?:holidays?|vacation|project)|(?:office|team|desk|shop) (?:is |are )?(?:currently )?(?:closed|unavailable)|(?:back|return(?:ing)?) (?:in|to) (?:the )?(?:office|work)|(?:be back|will return|returning) (?:on|next|from)|limited (?:or no )?(?:e-?mail |internet )?access|limited e-?mail|(?:on|upon|after) my return|travell?ing (?:until|till)|soaking up the sun)/,
  received:
    /(?:received your|has been (?:received|logged|registered)|was received|confirmation that we|looking into your|(?:ticket|case|reference|request) ?(?:#|number|id\b|no\.|: ?\w{2,6}-\d))|customer services? team|(?:member|one) of our team|our (?:support )?team (?:will|members will)|(?:back to you|reply|respond|allow) (?:within|up to) \d/,
  declared:
    /automat(?:ed|ic|ically)[- ](?:generated|sent|confirmation|reply|response|message)|generated automatically|automatically (?:generated|sent)|autoresponder|auto-?(?:reply|response)\b/,
  unread: /(?:not|no longer) (?:being )?(?:monitored|read|checked)|do not reply|no longer in use/,
  until:
    /\b(?:until|till|through|back|return(?:s|ing|ed)?|from \d|from (?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|starting (?:from|on|mon|tue|wed|thu|fri)|tomorrow|next week|this (?:week|morning|afternoon)|today)\b/,
  contact:
    /\b(?:contact|urgent(?:ly)?|emergency|emergencies|immediate|assistance|colleague|reach (?:out|me)|hotline|forwarded to|please (?:call|email|e-mail|write|check|refer)|call (?:us|my|our)|send (?:your|it)|phone|tel|mobile|email|e-mail|fax|calendar)\b|support team|(?:support|matters|issues|questions|enquiries|inquiries)\b/,
  later:
    /\b(?:respond|reply|answer(?:ing)?|get back|revert|be in touch|follow up|attend|review|address)\b|as soon as|upon (?:my )?return|when i\b|\bonce\b|delay|slower|intermittent|limited|respon[cs]e|(?:business|working) (?:days?|hours?)|within \d|\d ?h(?:ours)?\b|patience|inconvenien|leave me a message|monday to friday|mon-fri|back to normal|opening hours|be (?:read|handled|served)|checking e?-?mails?/,
  thanks: /\bthank|appreciate|apolog|\bsorry\b|happy new year|merry/,
};

const GERMAN: NoteLanguage = {
  away: /nicht (?:im (?:buro|haus|hause|office)|erreichbar|am arbeitsplatz|in der praxis)|abwesend|im urlaub|ausser haus|in elternzeit|auf dienstreise|meiner abwesenheit/,
  absent: /wieder (?:im buro|fur sie|erreichbar|zur verfugung)|betriebsferien|geschlossen/,
  received:
    /(?:anfrage|nachricht|e-?mail|mitteilung) (?:ist |wurde )?(?:bei uns )?(?:eingegangen|erhalten|eingetroffen|registriert)|(?:ticket|vorgangs)nummer/,
  declared: /automatisch (?:generiert|erstellt|erzeugt|versandt|verschickt)|automatische (?:antwort|nachricht)/,
  unread: /nicht mehr (?:gelesen|genutzt|verwendet|abgerufen)|antworten sie (?:bitte )?nicht/,
  until:
    /\b(?:bis|ab dem|ab (?:montag|dienstag|mittwoch|donnerstag|freitag|\d)|vom|zuruck|wieder|ruckkehr|derzeit|zurzeit)\b|zur zeit|zuruckkehren/,
  contact:
    /dringend|wenden sie|kontaktier|vertret|weitergeleitet|kolleg|zentrale|rufen sie|schreiben sie|telefon|ruckfragen|eilt\b|senden sie/,
  later:
    /beantwort|bearbeite|melde|ruckkehr|sobald|zugriff|so schnell wie moglich|schnellstmoglich|in kurze|werktag|innerhalb|verstandnis|prufen|gelesen|erfolgen|eingeschrankt/,
  thanks: /\bdank|danke|entschuldig/,
};

const FRENCH: NoteLanguage = {
  away: /\babsente?\b|en (?:conges?|vacances|deplacement)|hors du bureau|pas au bureau|indisponible/,
  absent:
    /\babsente?s\b|absent\(e\)|(?:mon|notre) absence (?:du|jusqu|pour|pendant)|(?:durant|pendant) (?:ces|mes|nos) (?:conges|vacances)|en arret|pas disponible|(?:est|sommes|sera|bureau) fermee?s?\b|fermeture exceptionnelle|actuellement occupee?|out of office/,
  received:
    /bien recu (?:votre|ton) (?:message|demande|mail|e-?mail|courriel)|(?:message|demande) a bien ete|numero de (?:ticket|dossier)/,
  declared: /(?:message|reponse|mail) automatique|automatiquement/,
  unread: /(?:n'est|n'etait) plus (?:utilisee?|active|lue|relevee|consultee)|ne pas (?:y )?repondre/,
  until:
    /jusqu|de retour|mon retour|notre retour|reprendr|\bdu (?:1er|\d|lundi|mardi|mercredi|jeudi|vendredi)|a partir du|a compter du|cette semaine|semaine prochaine|actuellement/,
  contact:
    /urgen|contact(?:er|ez)|collegue|joindre|joignable|remplac|adressez|secretariat|telephone|merci d'utiliser|courriel|adresse electronique/,
  later:
    /repondr|reponds?\b|reponse|traiter|recontacter|revien[st]|revenons vers|retour|connaissance|plus brefs|meilleurs delais|sous \d|consulter|ne (?:compte|pourrai|serai|lirai) pas|acces|patience|comprehension|motif|aucun email/,
  thanks: /merci|remerci|desole/,
};

const SPANISH: NoteLanguage = {
  away: /fuera de (?:la |mi )?oficina|de (?:vacaciones|viaje)|(?:estoy|estare|encuentro) de baja|de baja (?:medica|laboral|por)|ausente|no (?:estare|me encuentro|estoy) (?:disponible|en la oficina)/,
  absent:
    /fuera (?:hasta|del? (?:pais|despacho))|(?:estare|estoy) en (?:un |una )?(?:congreso|viaje|curso|feria)|por licencia|fuera de horario|regreso (?:el|a la)|me reincorporo/,
  received:
    /hemos recibido (?:su|tu)|(?:mensaje|correo) (?:fue|ha sido) recibido|numero de ticket|recibido su correo|gracias por contactar/,
  declared: /respuesta automatica|correo automatico|mensaje automatico/,
  unread: /no (?:es monitoreado|responder)|ya no se (?:utiliza|usa)/,
  until:
    /hasta|regres|vuelv|volver|vuelta|retorn|reincorpor|a partir del|\bdel \d|\bdel (?:lunes|martes|miercoles|jueves|viernes)|desde el|semanas|actualmente/,
  contact: /urgen|contact|companer|comuni|dirij|escrib|ayudar|telefono|responsable|lider/,
  later:
    /respond|contestar|atender|revisare|tan pronto|en cuanto|lo antes posible|brevedad|acceso|regreso|horas|horario|lunes a viernes|comprension|exitosamente|correctamente/,
  thanks: /gracias|agradec|disculp/,
};

const ITALIAN: NoteLanguage = {
  away: /fuori (?:ufficio|sede)|in (?:ferie|vacanza|maternita|congedo)|assente/,
  absent: /in malattia|saro via|non sono in ufficio|ufficio (?:e |ora e |resta )?chiuso|(?:sono|siamo) chiusi|in pausa/,
  received:
    /abbiamo ricevuto (?:la|il) (?:sua|suo|tua|tuo|vostra|vostro)|(?:richiesta|messaggio) (?:e stat[ao] )?ricevut[ao]|numero (?:di ticket|di pratica)/,
  declared: /risposta automatica|messaggio automatico|autoresponse|generat[oa] automaticamente/,
  unread: /non rispondere|non e piu (?:attiv|utilizzat|in uso|monitorat)|non piu (?:attiv|in uso)/,
  until: /fino a|rientr|torner|ritorn|riapr|\bdal(?:le)? \d|a partire da|settimana|attualmente|al momento|di oggi/,
  contact: /urgen|contatt|rivolg|colleg|chiamare|telefon|scrivere a|collaborator|bisogno|calendario/,
  later:
    /rispond|rispost|ricontatt|contattat|scriveremo|chiamiamo|appena|rientro|al piu presto|a breve|entro|\bore \d|richieste|disguido|dettagli|accesso|prima possibile/,
  thanks: /grazie|ringrazi|\bscus/,
};

const DUTCH: NoteLanguage = {
  away: /niet (?:aanwezig|op kantoor|bereikbaar)|afwezig|(?:met|op) (?:vakantie|verlof|zwangerschapsverlof)|\b(?:ik ben|ben ik) er niet\b/,
  absent: /op reis|\bben (?:ik )?(?:er niet|vrij)|ben (?:weer )?terug|gesloten|ga ik niet mailen/,
  received:
    /(?:bericht|e-?mail|aanvraag|vraag) (?:is )?(?:goed |in goede orde )?ontvangen|ontvangstbevestiging|(?:ticket|zaak)nummer/,
  declared: /automatisch (?:antwoord|bericht|gegenereerd|verzonden)/,
  unread: /niet meer in gebruik|niet (?:meer )?gelezen|(?:niet|geen) (?:be)?antwoorden op/,
  until:
    /\b(?:tot|t\/m|vanaf|terug|weer|van \d)\b|tot en met|terugkeer|\bop (?:maandag|dinsdag|woensdag|donderdag|vrijdag)|momenteel|op dit moment/,
  contact: /dringend|spoed|urgent|contact|collega|terecht|telefoon|bereikbaar (?:op|via)|mail naar|vragen/,
  later:
    /antwoord|reager|zo (?:snel|spoedig)|neemt|nemen|verwerk|werkdag|uren|beperkt|toegang|zodra|pak ik|koppel|doorgestuurd/,
  thanks: /bedankt|\bdank/,
};

const PORTUGUESE: NoteLanguage = {
  away: /fora do escritorio|(?:de|em) ferias|de licenca|ausente/,
  absent:
    /minha ausencia|em licenca|fora (?:do (?:expediente|horario)|da (?:empresa|cidade))|nao (?:estarei|estou) disponivel|nao podemos atender/,
  received:
    /recebemos (?:a |o )?(?:sua|seu)|(?:mensagem|e-?mail) foi recebid|agradecemos o seu contato|numero d[eo] (?:ticket|chamado)/,
  declared: /(?:resposta|mensagem) automatica|automatic reply/,
  unread: /nao responda|nao e mais (?:utilizado|usado|monitorado)/,
  until: /\bate\b|retorn|regress|\bvolt[ao]|a partir d|entre os dias|de \d{1,2} de|em breve|no momento|proximo/,
  contact: /urgen|contat|contact|falar com|colega|procure|telefone|ligue|equipe/,
  later: /respond|retorn|contat|contact|analisando|assim que|breve|acesso|horas|aguarde|entraremos|atend|caso seja/,
  thanks: /obrigad|agradec|desejo tudo/,
};

const POLISH: NoteLanguage = {
  away: /nieobecn|na urlopie|poza biurem/,
  absent: /niedostepn|na zwolnieniu|w delegacji|nieczynne|zamkniete/,
  received:
    /otrzymalismy (?:twoje|twoja|panstwa)|(?:wiadomosc|zgloszenie) (?:zostal[ao]|dotarl[ao])|zgloszenie przyjete|numer zgloszenia/,
  declared: /(?:wygenerowan|wyslan)[aey] automatycznie|automatyczn[aey]/,
  unread: /nie odpowiada(?:j|c)|nie jest juz (?:uzywan|obslugiwan)|nieuzywan/,
  until:
    /\bdo (?:dnia |poniedzialku|wtorku|srody|czwartku|piatku|konca|\d)|wrac|wroc|powr|\bod (?:dnia |\d)|w dniach|obecnie/,
  contact: /piln|kontakt|naglych|zastep|wspolpracown|pisac|piszcie|telefon|koleg|kolezank/,
  later:
    /odpow|odezw|skontaktuj|odpisz|zareagujemy|wkrotce|niezwlocznie|jak najszybciej|dostep|godzin|dni robocz|watpliwosci/,
  thanks: /dziek|przepraszam/,
};

/** `й` and `ё` lose their marks with the others. */
const RUSSIAN: NoteLanguage = {
  away: /в (?:отпуске|командировке)|отсутству|вне офиса|нет на (?:месте|рабочем)/,
  received: /ваше (?:обращение|письмо|сообщение) (?:получено|принято|зарегистрировано)/,
  declared: /автоматическ(?:ии|ое|ая|и)\b|автоответ/,
  unread: /не отвеча(?:ите|ть) на|больше не используется/,
  until: /вернусь|возвращ|(?:^|\s)до \d|с \d/,
  contact: /обра(?:щаи|тит)|срочн|коллег|свяжитесь/,
  later: /отвечу|как только|после возвращения|ближаишее время|ограничен/,
  thanks: /спасибо|благодар/,
};

const NORTHERN: NoteLanguage = {
  away: /pa semester|inte (?:pa kontoret|pa plats|i tjanst)|franvarande|foraldraledig|pa (?:ferie|barsel|kursus|reise)|ikke (?:pa kontoret|til stede|pa arbei?d)|fraværende|bortreist/,
  received: /vi har (?:mottagit|modtaget|mottatt) (?:ditt|din|dit)/,
  declared: /automatisk(?:t)? (?:svar|besvarelse|meddelande)|autosvar/,
  until: /till och med|t\.?o\.?m|tillbaka|åter|ater|til og med|tilbage|tilbake/,
  contact: /kontakt|bradskande|kolleg|haster/,
  later: /besvara|svara|besvarer|svarer|sa snart/,
  thanks: /tack for|tak for|takk for/,
};

const FINNISH: NoteLanguage = {
  away: /lomalla|\bpoissa\b|en ole (?:paikalla|toimistolla|toissa)/,
  received: /olemme vastaanottaneet/,
  declared: /automaatti/,
  until: /asti|saakka|palaan/,
  contact: /kiireelli|yhteytta/,
  later: /vastaan|luen/,
  thanks: /kiitos/,
};

const CZECH: NoteLanguage = {
  away: /mimo kancelar|na dovolene|nepritom/,
  declared: /automatick/,
  until: /vratim|zpet|\bdo \d/,
  contact: /nalehav|obratte|kontakt/,
  later: /odpov|po navratu/,
  thanks: /dekuj/,
};

const LATVIAN: NoteLanguage = {
  away: /atvalinajuma|prombutne|neesmu (?:biroja|darba)/,
  declared: /automatisk/,
  until: /\blidz|atgriez/,
  contact: /steidzam|sazin/,
  later: /atbilde/,
  thanks: /paldies/,
};

export const NOTE_LANGUAGES: readonly NoteLanguage[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  DUTCH,
  PORTUGUESE,
  POLISH,
  RUSSIAN,
  NORTHERN,
  FINNISH,
  CZECH,
  LATVIAN,
];

/** The writer is back: 'sorry for the late reply, I was on vacation'. */
export const RETURNED =
  /\b(?:i|we) (?:was|were|have been|had been|just (?:came|got) back)\b|sorry for (?:the |my )?(?:late|delay)|late reply|\b(?:war|waren) (?:ich|wir|leider|im|in|letzte)|ich war\b|j'etais|nous etions|\bestuve\b|\bestabamos\b|\bero (?:in|via|assente)|sono stat[ao]|\b(?:ik was|was ik)\b|\bestive\b|\bestava de\b|\bbyl[ae]m\b|nie bylo mnie|я был/;

/** Absence in words that a person uses for other things too; a machine does not. */
export const ABSENT_MACHINE =
  /\b(?:i am away|i'm away|i’m away|i will be away|be back|am back|back in the office|return(?:ing)? (?:to|on)|annual leave|holiday|vacation|absence|urlaub|abwesenheit|zurück|terug|vakantie|verlof|congés?|vacances|retour|vacaciones|regreso|vuelvo|volveré|ferie|rientr\w{1,6}|férias|regresso|volto|ausência|retorno)\b|отпуск|вернусь|отсутств/i;
