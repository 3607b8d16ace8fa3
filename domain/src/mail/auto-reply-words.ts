/** Starts of subjects as mail programs write them, by language. Case and spacing ignored. */
export const AUTOMATIC_SUBJECTS: readonly string[] = [
  ...'automatic reply|auto reply|auto-reply|autoreply|autoresponse|auto response|auto-response|automatic response|automated reply|automated response|auto:|out of office|out of the office|out-of-office|ooo:|ooo -|ooo until|vacation reply|vacation message|on vacation|away from the office|away from my desk|away until|i am away|i’m away|i am out of the office|i’m out of the office|out until|out of town|on leave|on annual leave|annual leave|maternity leave|on maternity leave|paternity leave|parental leave|sick leave|on holiday|currently out of|absence notification|absence notice|no longer with'.split(
    '|',
  ),
  ...'automatisch antwoord|automatisch beantwoord|automatische reactie|automatisch bericht|afwezigheidsbericht|afwezigheidsmelding|afwezig:|afwezig -|afwezig tot|afwezigheid|niet aanwezig|buiten kantoor|met vakantie|op vakantie|ontvangstbevestiging'.split(
    '|',
  ),
  ...'automatische antwort|automatische rückantwort|automatische nachricht|autom. antwort|automatisierte antwort|abwesenheitsnotiz|abwesenheitsnachricht|abwesenheitsmeldung|abwesenheitsassistent|abwesenheit|abwesend:|abwesend -|abwesend bis|nicht im büro|nicht im haus|nicht erreichbar|außer haus|ich bin im urlaub|im urlaub|urlaubsbedingt|elternzeit|mutterschutz|eingangsbestätigung'.split(
    '|',
  ),
  ...'réponse automatique|reponse automatique|message automatique|message d’absence|absence du bureau|absent du bureau|absent jusqu|absence :|absence:|en dehors du bureau|en congé|en congés|en vacances|je suis absent|je suis absente|je suis en congé|notification d’absence|accusé de réception'.split(
    '|',
  ),
  ...'respuesta automática|respuesta automatica|fuera de la oficina|fuera de oficina|ausencia de la oficina|ausente de la oficina|ausente hasta|mensaje automático|mensaje de ausencia|autorespuesta|de vacaciones|estoy de vacaciones|acuse de recibo'.split(
    '|',
  ),
  ...'risposta automatica|fuori ufficio|fuori sede|assente dall|assente fino|assenza dall|assenza:|messaggio automatico|messaggio di assenza|in ferie|sono in ferie|sono fuori'.split(
    '|',
  ),
  ...'resposta automática|resposta automatica|fora do escritório|fora do escritorio|ausência do escritório|ausente do escritório|ausência temporária|mensagem automática|mensagem de ausência|ausente até|de férias|em férias|estou de férias'.split(
    '|',
  ),
  ...'автоматический ответ|автоответ|автоматическое уведомление|автоматическое сообщение|нет на месте|вне офиса|отсутствую|в отпуске|я в отпуске|в командировке|автовідповідь|автоматична відповідь'.split(
    '|',
  ),
  ...'odpowiedź automatyczna|automatyczna odpowiedź|autoodpowiedź|autoresponder|nieobecność|nieobecny|nieobecna|poza biurem|jestem na urlopie|na urlopie'.split(
    '|',
  ),
  ...'automatiskt svar|autosvar|automatsvar|frånvaro|frånvarande|på semester|inte på kontoret|ej på kontoret|föräldraledig|semester:|automatisk svar|automatisk besvarelse|fravær|fraværende|fraværsmelding|fraværsbesked|ikke på kontoret|ikke til stede|på ferie|ferie:|barselsorlov'.split(
    '|',
  ),
  ...'automaattinen vastaus|automaattivastaus|poissaoloilmoitus|poissa:|poissa toimistolta|poissaolo|lomalla|olen lomalla'.split(
    '|',
  ),
  ...'automatická odpověď|automatická odpoveď|mimo kancelář|nepřítomnost|nepřítomen|nepřítomna|na dovolené|automātiskā atbilde|automātiska atbilde|prombūtne|prombūtnē|atvaļinājumā|esmu atvaļinājumā'.split(
    '|',
  ),
  ...'automatikus válasz|házon kívül|szabadságon|otomatik yanıt|ofis dışında|răspuns automat|αυτόματη απάντηση|自動応答|自動返信|不在通知|自动回复|自動回覆|外出|자동 회신|부재중'.split(
    '|',
  ),
];

/** Ends of subjects, after the subject that is answered. */
export const AUTOMATIC_ENDINGS =
  /[([{–—:-] ?(?:out of (?:the )?office|out-of-office|ooo|auto[- ]?reply|auto[- ]?response|automatic reply|automatic response|abwesend|abwesenheit|afwezig|absent|fuori ufficio|automatische antwort|réponse automatique|on leave|on annual leave|on maternity leave|on vacation)$/;

/** A mail that calls itself automatic, at its very start. People do not write this of themselves. */
export const SELF_DECLARED: readonly RegExp[] = [
  /^this (?:is|was|e-?mail is|message is|message was|e-?mail was) (?:an? )?(?:automat(?:ed|ic|ically)|auto-?generated|auto-?matic|system[- ]generated|computer[- ]generated)[- ]?(?:generated )?(?:reply|response|message|e-?mail|notification|answer|generated|sent|acknowledg)/i,
  /^(?:please )?do not reply to this (?:automat|e-?mail|message)/i,
  /^(?:an? )?(?:automatic|automated) (?:reply|response|message|answer)\b/i,
  /^dit is een (?:automatisch|automatische) (?:gegenereerd |verzonden )?(?:antwoord|bericht|reactie|e-?mail)/i,
  /^(?:dies(?:e[rs]?)?|das) (?:nachricht |e-?mail |mail )?(?:ist|wurde) (?:eine? )?automatisch(?:e|er|es)?(?: (?:generierte?|erstellte?|erzeugte?|versandte?|versendet)\w?)?(?: (?:antwort|nachricht|e-?mail|generiert|erstellt|erzeugt|verschickt|versandt)|[.,\n])/i,
  /^ceci est une? (?:réponse|message|e-?mail|courriel) (?:envoyée? )?automatique|^(?:ce|cet) (?:message|e-?mail|courriel) (?:est|a été) (?:généré|envoyé) automatiquement/i,
  /^(?:este|esta) (?:es )?(?:una?|um|uma)? ?(?:respuesta|mensaje|correo) (?:electrónico )?(?:generad[ao] )?automátic[ao]/i,
  /^(?:questa è una risposta|questo è un messaggio|questa e-?mail è|messaggio) (?:generat[ao] )?automatic[ao]/i,
  /^est[ae] é uma? (?:resposta|mensagem|e-?mail) automátic[ao]/i,
  /^это (?:письмо |сообщение )?(?:создано |отправлено )?автоматическ(?:ий|ое|и)(?: (?:ответ|сообщение|письмо|уведомление)|[.,\s])/i,
  /^(?:to jest|ta wiadomość (?:jest|została)) (?:wiadomość )?(?:wygenerowan[ay] )?automatyczn/i,
  /^(?:detta är ett|dette er et|dette er ein|detta meddelande är) (?:automatisk|autogenerer|autosvar)/i,
  /^tämä on automaatti|^toto je automatick|^tato zpráva (?:je|byla) (?:vygenerována )?automaticky|^šis ir automātisk|^これは自動|^このメールは.{0,10}自動|^此(?:邮件|信件|郵件)(?:为|是|為)?.{0,8}自[动動]/i,
];

/** A machine confirms that a mail came. */
export const RECEIPT =
  /(?:we|i) (?:have |’ve |'ve )?(?:successfully )?received your (?:e-?mail|message|request|inquiry|enquiry|ticket|application|submission|query)|your (?:e-?mail|message|request|inquiry|enquiry|ticket|query|case) (?:has been|was|is) (?:successfully )?(?:received|registered|logged|created|assigned|opened)|(?:ticket|case|request|incident) (?:number|id|reference|#|no\.?)|a (?:new )?(?:support )?(?:ticket|case) has been (?:created|opened)|(?:uw|je) (?:bericht|e-?mail|aanvraag|vraag) (?:is|hebben wij|werd) (?:goed )?(?:ontvangen|in goede orde)|wir haben ihre (?:anfrage|nachricht|e-?mail) (?:erhalten|bekommen)|ihre (?:anfrage|nachricht|e-?mail) (?:ist|wurde) (?:bei uns )?(?:eingegangen|erhalten|registriert)|nous avons bien reçu votre|votre (?:message|demande) (?:a bien été|est bien) (?:reçue?|enregistrée?)|hemos recibido (?:su|tu)|abbiamo ricevuto la (?:sua|vostra|tua)|recebemos (?:a sua|o seu|sua|seu)|ваше (?:обращение|письмо|сообщение) (?:получено|принято|зарегистрировано)|otrzymaliśmy (?:twoją|państwa)|vi har (?:mottagit|modtaget|mottatt) (?:ditt|din|dit)|olemme vastaanottaneet/i;
