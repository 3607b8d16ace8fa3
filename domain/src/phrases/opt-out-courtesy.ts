import { plainWords } from './find-phrases.ts';

/** Words around a request, of all languages together: they ask, greet, thank and name what is mailed, and change nothing of the request. */

/** Words that may precede a request in its clause. */
export const OPENERS: ReadonlySet<string> = new Set(
  [
    'help subject re under gdpr article law pursuant do does please pls pleas plz kindly just simply now so and but also then again ok okay hi hello hey dear sir madam sirs all everyone team there thanks thank you thx sorry damn yes no nope well immediately asap can could would will may u someone somebody anyone anybody one kind person i we id wed want like wish need ask asking request demand beg must to your let for the future in meantime meanwhile good morning afternoon evening day guys folks really am is that it possible cannot am hereby once more me us still',
    'maak hierbij graag alsjeblieft alstublieft aub svp a u b wilt wil willen kunt kun kunnen u je jullie jij zou ik we wij ons mij me hallo beste hoi goedemorgen goedemiddag dag nogmaals dus en nu gelieve verzoek ik om vriendelijk mag',
    'bitte ich wir mochte mochten will wollen wunsche wunschen wurde wurden konnten konnen konnte konntet kann konnt sie ihr du hallo guten tag morgen moin sehr geehrte geehrter damen und herren liebe lieber hiermit ab sofort kunftig zukunftig in zukunft daher also nun nochmals mich uns meine unsere adresse mail e mailadresse ihnen fordere auf gerne danke dass lege',
    'merci de d bien vouloir veuillez pouvez pourriez peux pourrais vous tu je j nous on souhaite souhaiterais voudrais veux aimerais desire demande prie bonjour bonsoir madame monsieur s il te plait svp stp serait possible est ce que mais et donc alors cordialement priere prefere n ne non le la remercie',
    'por favor porfavor favor hola buenos buenas dias dia tardes buen quiero quisiera deseo necesito solicito pido ruego pueden puede podrian podria podrias puedes me nos les le se que ya y pero entonces gracias estimado estimada estimados senores senor senora gustaria agradeceria hagan el yo nosotros pfa porfa a os de',
    'per favore cortesia gentilmente prego vi la buongiorno salve buonasera ciao gentile gentili vorrei voglio vogliamo desidero chiedo chiediamo di e ma quindi allora grazie potete potreste puo potrebbe puoi potresti io noi cortesemente',
    'por favor gentileza favor ola bom boa dia tarde noite quero queremos gostaria gostariamos desejo preciso solicito peco pedimos podem pode poderia poderiam de que e mas entao obrigado obrigada prezados prezado senhor senhores caro eu nos voces a',
    'prosze prosimy dzien dobry witam czesc szanowni panstwo pan pani chce chcialbym chcialabym chcemy czy moge mozecie moglibyscie moglby moglaby mozna bardzo uprzejmie i a ale wiec juz dziekuje dzieki ja my niniejszym o sie',
    'пожалуйста прошу просим здравствуйте добрый день хочу хотим хотел бы могли можете вы мы я и но уже больше просьба не',
  ].flatMap(plainWords),
);

/** Words that may follow a request whose meaning depends on what follows. */
export const CLOSERS: ReadonlySet<string> = new Set(
  [
    'please pls plz me us you your yours u this that these those the a all any of from off out list lists mailing mailinglist newsletter newsletters email emails e mail mails message messages msg msgs text texts texting spam junk crap shit stuff ads promotions promotional marketing further more again anymore ever at now immediately asap already right away thanks thank thx thanx regards best advance kind kindly system database databases crm records files file book group distribution sequence campaign campaigns thread contact contacts contacting contacted to by i we am are will be it and or too also as well about offers services company side future communications communication correspondence ok sincerely sir cheers very much appreciated lot subscription subscriptions receive receiving get getting hear info information address number name notifications in advance address such ur way forward here data details delivered site unsolicited report reported reporting for stop',
    'alsjeblieft alstublieft aub svp me mij ons u uw je jullie deze dit die de het van uit voor op in nieuwsbrief nieuwsbrieven lijst mailinglijst maillijst mails mail emails email e berichten bericht bestand database gegevens adres meer niet geen dank bedankt alvast groet groeten vriendelijke met reclame ontvangen sturen te mailen benaderen en alle verdere gaat',
    'bitte mich mir uns sie ihre ihr ihrem ihren ihrer ihnen diese diesen diesem dieser die der das den dem aus von vom verteiler verteilerliste liste mailingliste newsletter mail mails e emails email nachrichten nachricht adresse mailadresse daten datenbank werbung kontakt mehr weitere weiteren keine nicht nie wieder ab sofort danke dank vielen gruss grusse grussen herzlichen mit freundlichen besten und zu schreiben mailen kontaktieren senden schicken belastigen zuschicken zusenden erhalten bekommen werden damit auf entfernen streichen nehmen loschen austragen an in zukunft kunftig bei eurer eurem eure namen anzuschreiben zu haben',
    'svp stp merci s il vous te plait de d la le les l du des votre vos cette ce ces cet mon mes ma nos notre liste listes diffusion distribution fichier fichiers base donnees contacts newsletter mailing mail mails email e emails courriel courriels messages message notifications pubs publicites publicitaires offres sms envoi envois part plus rien tout jamais a l avenir contacter contacte contactee contactes contactees ecrire envoyer recevoir relancer solliciter spammer harceler et ni ou adresse coordonnees numero nom contact tranquille paix en bonne journee cordialement autre aucun par moyen votre ne me m nous',
    'por favor porfa fa inmediato inmediatamente gracias de la el los las su sus tu tus esta este estos estas lista listas correo correos email emails e mail mensajes mensaje publicidad propuestas comunicaciones comerciales comercial newsletter boletin suscripcion base datos contacto mas nada nunca ya me nos y o numero direccion recibir contactado contactada contactados saludos hola buen dia informacion promociones spam baja en paz enviar mandar escribir a contactar otra vez ningun ninguna este contacto',
    'per favore elenco subito immediatamente grazie dalla dalle dai da dal vostra vostre vostro sua sue questa questo queste lista liste mailing list newsletter mail email e messaggi messaggio comunicazioni pubblicita piu altre altri altro altra ulteriori pubblicita nulla niente mai indirizzo contatto dati nominativo database archivi in pace cordiali saluti il la le i mio mia miei nostro nostri ricevere essere contattato contattata contattati di del della spam non',
    'por favor obrigado obrigada grato grata da das de do dos desta deste dessa esta este essa sua suas vossa lista listas email emails e mail mails mensagens mensagem publicidade propaganda newsletter comunicacoes mais nada nunca me nos e ou receber contato contacto endereco numero telefone nome dados cadastro base em paz inscricao assinatura subscricao spam voces ofertas enviar mandar meu minha o a os as',
    'prosze dziekuje dzieki z ze do mi mnie mna nas nam wiecej juz nigdy listy liste lista bazy baze danych dane osobowych osobowe moich moje mojego moj adresu adres email e mail maili mejli mail mailowego wiadomosci wiadomosc newslettera newsletter panstwa waszej tej korespondencji handlowej pozdrawiam w ze sobie sie i oraz kontaktu pisac wysylac subskrypcji mailingowej ofert reklam takich tych',
    'пожалуйста спасибо мне нам меня нас больше писем письма сообщений сообщения рассылки рассылку рассылок базы вашей вашу этой списка списков адрес и на мой никогда из получать ваши эти писать не',
  ].flatMap(plainWords),
);

/** A question with one of these is a request in its polite form. */
export const POLITE_QUESTIONS: ReadonlySet<string> = new Set(
  'can could would will possible kann konnen konnten konnte konntet konnt wurden pouvez pourriez peux pourrais possible podria podrian podrias puede pueden puedes podem pode poderia poderiam puo puoi potete potreste potrebbe potresti zou kunt kun kunnen wilt czy mozecie moglibyscie moglby moglaby mozna могли можете'.split(
    ' ',
  ),
);

/** Words that make a request of a few words. */
export const POLITE: ReadonlySet<string> = new Set(
  plainWords(
    'please pls plz kindly thanks bitte danke graag aub alsjeblieft alstublieft svp stp merci veuillez favor porfa gracias favore grazie gentileza obrigado obrigada prosze dziekuje пожалуйста спасибо',
  ),
);
