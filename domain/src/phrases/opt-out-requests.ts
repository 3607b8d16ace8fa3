/**
 * How people ask for no more messages, by language: English, Dutch, German, French, Spanish, Italian, Portuguese,
 * Polish, Russian. A request begins its clause, after words of courtesy. `a/b` are alternatives; see `find-phrases.ts`
 * for the rest of the notation.
 */

/** The action and whom it is for: what follows in the clause does not change it, guards aside. */
export const FULL_REQUESTS: readonly (readonly string[])[] = [
  'unsubscribe/unsub/unsuscribe/unsubscibe/unsubcribe/unscribe/desubscribe me/us|remove/delete me/us|drop/exclude me/us from|take/get/kick/sign/put me/us off/out .. list*/mailing*|get/have my/our .. removed/unlisted/deleted/unsubscribed/taken|want/like/wish to be unsubscribed/removed/taken/deleted|exercise my right/rights|objecting/object to the processing|right of/to erasure/object|withdraw/withdrawing .. consent|delete all .. data/information|gdpr .. delete',
  'verwijder/schrap me/mij/ons|schrijf me/mij/ons uit|meld me/mij/ons af|haal/neem me/mij/ons/mijn .. van/uit|bezwaar tegen .. verwerking',
  'entfernen/loschen/streichen sie mich/uns|entferne/losche/streiche/entfernt/loscht/streicht mich/uns|nehmen/tragen sie mich/uns .. verteiler*/liste*/mailingliste*/datenbank/kartei|nehmt/nimm/tragt/trag mich/uns .. verteiler*/liste*/mailingliste*|melden/tragen sie mich/uns .. ab/aus|widerspruch gegen|widerspreche .. verarbeitung/nutzung/werbung|widerrufe .. einwilligung',
  'desabonnez/desinscrivez/retirez/supprimez/enlevez/rayez/desabonne/desinscris/retire moi/nous|m oppose .. traitement/prospection/demarchage',
  'me opongo .. tratamiento/uso',
  'mi oppongo .. trattamento',
  'me oponho .. tratamento|retirar/remover o meu email/e',
  'nie wyrazam zgody|cofam/wycofuje .. zgode|wnosze/zglaszam sprzeciw|zadam zaprzestania/usuniecia',
  'удалите/уберите/исключите/отпишите/вычеркните меня/нас|удалите/уберите/исключите мой/мои/наш',
].map((list) => list.split('|'));

/** The same, but the following words may change the meaning: only words of courtesy and of mailing may follow. */
export const CLOSED_REQUESTS: readonly (readonly string[])[] = [
  'take/get/kick/sign me/us off|remove/delete/take/drop/unsubscribe/erase my/our email/mail/e/address/name/number/details/data/contact/info*|stop/quit/cease emailing/mailing/contacting/messaging/texting/sending|stop/quit/cease spamming/calling/bothering/bugging/harassing/pestering/msging/writing me/us/to|stop/quit/cease e mailing|do not email/mail/contact/message/text/write/spam/bother/call me/us/again/anymore/any/further/this|do not/dont send me/us|do not/dont send .. emails/messages/newsletters|do not e mail me/us/again/anymore|dont/never email/mail/contact/message/text/write/spam/bother/call/msg me/us/again/anymore/any/further/to|dont e mail me/us/again|never send me/us|dont/not/longer want/wish/like/desire .. email/emails/e/mail/mails/message/messages/newsletter/newsletters/communication/communications/texts/contact/offers|dont/not/longer want/wish/like/desire to receive/get/hear/be/read|leave me/us alone|want/like/wish to opt/unsubscribe/stop|opt me/us out|want/like/wish to opt out|lose my number/email/address|this/that/it is spam|report* .. as/for spam',
  'me/mij/ons uitschrijven/afmelden|me/mij/ons .. uit/af te schrijven/melden|verwijder mijn/onze|stuur me/mij/ons geen/niet|mail/benader/contacteer/bel/schrijf/e me/mij/ons niet|niet meer mailen/benaderen/contacteren/schrijven/ontvangen/sturen|niet meer te mailen/benaderen/contacteren/schrijven|wil/wens/willen/wensen .. niet/geen .. ontvangen|stop met mailen/sturen/schrijven/bellen/deze/dit/het|laat me/mij/ons met rust|dit is spam',
  'loschen/entfernen/streichen sie meine/unsere/meinen/unseren|aus ihrem/dem/eurem/deinem/der/ihrer/eurer/deiner verteiler*/liste*/mailingliste*/datenbank|von ihrer/der/eurer liste*|schreiben/mailen/kontaktieren/belastigen/senden/schicken sie mir/mich/uns .. nicht/keine/nie|schreib/schreibt/mail/mailt/kontaktiert/sendet/schickt mir/mich/uns .. nicht/keine/nie|nicht mehr/weiter/langer .. anschreiben/kontaktieren/anrufen/schreiben/mailen/belastigen/angeschrieben/kontaktiert/belastigt|horen/hort/hor sie .. auf mir/mich/uns/damit|hort/hor auf mir/mich/uns/damit|horen sie .. damit auf|lassen/lasst/lass sie mich/uns .. ruhe|lasst/lass mich/uns .. ruhe|stoppen/stoppt sie .. mails/nachrichten/newsletter|unterlassen sie|abgemeldet werden|das ist spam|mich/uns abmelden/austragen|melde mich/uns .. ab',
  'me/nous desabonner/desinscrire/retirer/supprimer/enlever/rayer|ne plus me/m/nous contacter/ecrire/envoyer/solliciter/relancer/importuner/deranger|ne plus jamais me/m/nous contacter/ecrire/envoyer/solliciter/relancer|ne plus recevoir/etre|plus recevoir de/d/vos/aucun/ces/vos|plus etre contacte*|veux/souhaite/voulons/souhaitons/desire plus de/recevoir/etre|ne me/m/nous contactez/ecrivez/envoyez/sollicitez/relancez/ecris/envoie/contacte .. plus|arretez/arrete/arreter/cessez/cesse/cesser de/d m/me/nous/envoyer|arretez/arreter/cessez/stop/stoppez les/vos/aux/ces messages/mails/emails/relances/sms/envois|supprimer/supprimez/retirer/retirez/enlever/effacer mon/ma/mes/nos/notre|laissez/foutez/fichez/laisse moi/nous tranquille*/la/en|c est du spam',
  'borrenme/borrame/borreme/eliminenme/eliminame/elimineme/quitenme/quitame/quiteme/saquenme/sacame/saqueme/borradme|darme/darnos de baja|dame/denme/deme/dadme/denos/dennos de baja|borrar/eliminar/quitar/sacar de su/la/tu/esta lista|borrarme/eliminarme/quitarme/sacarme|no me/nos envien/envie/envies/manden/mande/mandes/escriban/escriba/escribas/contacten/contacte/contactes/molesten/moleste/molestes/escribas/contacteis|no me/nos vuelvan/vuelva a|no envien/enviar mas|no quiero/queremos/deseo/deseamos recibir/mas/ser|no quiero/queremos que me/nos contacten/escriban/manden/envien|no quiero/queremos mensajes/correos/publicidad|dejen/deje/deja/paren/pare de enviarme/mandarme/escribirme/contactarme/molestarme/enviarnos/mandarnos/escribirnos|dejen/deje/deja/paren/pare de enviar/mandar/escribir|dejeme/dejenme/dejame/dejadme en paz|cancelar/cancele/cancelen la/mi/nuestra suscripcion|elimine*/borre*/elimina/borra/quite* mi/mis/nuestro/nuestros|esto es spam',
  'cancellatemi/cancellami/cancellarmi/cancellateci/rimuovetemi/rimuovimi/rimuovermi/rimuoveteci/toglietemi/toglimi/togliermi/toglieteci/disiscrivetemi/disiscrivimi/disiscrivermi/eliminatemi/eliminami/escludetemi/depennatemi|mi cancelli/rimuova/tolga/cancellate/rimuovete|cancellate/rimuovete/eliminate/togliete/cancelli/rimuova/cancella il/la/i mio/mia/miei/nostro/nostri|non scrivetemi/scriveteci/contattatemi/contattateci/inviatemi/inviateci/mandatemi/mandateci/ricontattatemi/scrivermi/contattarmi/inviarmi/mandarmi/scriverci|non mi/ci scrivete/scriva/contatti/contattate/invii/inviate/mandi/mandate|non desidero/voglio/vogliamo/desideriamo/intendo piu/ricevere/essere|smettete/smettetela/smetta/smettila/basta di scrivermi/inviarmi/mandarmi/contattarmi/scriverci/inviarci|lasciatemi/lasciateci in pace|annullare/annulla l iscrizione|questo e spam|e spam',
  'me/nos remova/removam/remover/remove/retire/retirem/retirar/tire/tira/tirem/exclua/exclui/excluam/descadastre/descadastra/descadastrem/descadastrar|remova/removam/retire/retirem/exclua/apague/elimine/remover me|remova/removam/retire/retirem/tire/exclua/apague/apaguem/elimine/eliminem/tirar/retirar/remover o/meu/os/meus/nosso|sair da/dessa lista|nao me/nos mande/mandem/envie/enviem/manda/envia/escreva/escrevam/contate/contatem/contacte/contactem/incomode/incomodem|nao enviem/envie/mandem/mande mais|nao quero/queremos/desejo/desejamos/pretendo .. receber/mais|pare/parem/para/deixe/deixem de me/nos enviar/mandar/escrever/contactar/contatar/encher/incomodar|pare/parem/para/deixem de enviar/mandar|me deixa/deixe/deixem em paz|cancelar/cancele/anular a/minha/inscricao/assinatura/subscricao|isto/isso e spam',
  'wypisz/wypiszcie/wypisac/usun/usuncie/usunac/skreslcie/wykreslcie mnie/nas|mnie/nas wypisac/usunac/wykreslic|o wypisanie/usuniecie|nie wysylajcie/wysylaj/piszcie/pisz/kontaktujcie/kontaktuj/przysylajcie/dzwoncie|nie wysylac/pisac/kontaktowac/przysylac/dzwonic|nie chce/zycze/chcemy/zyczymy .. otrzymywac/dostawac/kontaktu/maili/wiadomosci|przestancie/przestan .. pisac/wysylac/przysylac/spamowac|rezygnuje/rezygnujemy z newsletter*/subskrypcji/otrzymywania|wypisuje sie|dajcie/daj mi/nam spokoj|to jest spam|to spam',
  'не пишите/присылайте/отправляйте/беспокойте/шлите|больше не пишите/присылайте/присылать/отправляйте|не писать мне|не хочу/хотим/желаю получать|прошу не/больше писать/не|просьба не/больше писать/не|прекратите/перестаньте писать/слать/присылать/отправлять/рассылку/спам|хватит писать/слать|хочу отписаться|из рассылки/базы|из вашей базы|это спам',
].map((list) => list.split('|'));

/** No verb asks: they count where the clause has a word of courtesy, or the whole reply says nothing else. */
export const SHORT_REQUESTS: readonly (readonly string[])[] = [
  'unsubscribe/unsub/unsuscribe/unsubscibe/unsubcribe/unscribe/unsubsribe/desubscribe|no more/further email*/e/mail/mails/messages/msgs/contact/newsletters/spam/ads|do not/dont email/contact/write',
  'geen mails/mail/emails/email/berichten/reclame/nieuwsbrie* meer|geen e mails meer|uitschrijven/afmelden',
  'keine weiteren/weitere/weiterer e/mails/emails/nachrichten/werbung/newsletter/anfragen/angebote/kontaktaufnahme*|keine e/mails/emails/nachrichten/newsletter mails/mehr|keine werbung/newsletter',
  'plus de messages/mails/emails',
  'no/basta mas/de correos/mensajes/emails/spam/correo',
  'basta messaggi/mail/email/spam',
  'chega de mensagens/emails/e/spam',
].map((list) => list.split('|'));

/** Words that say it alone; they count where the whole reply says nothing else. */
export const BARE_REQUESTS: readonly (readonly string[])[] = [
  'stop|stop it/this/that/now/all/please|please stop|unsubscribe|unsub|unsuscribe|unsubscibe|unsubcribe|unscribe|unsubsribe|unsubscribed|remove|opt out|optout|no more|stop spamming|cease and desist|spam|delete|quit',
  'uitschrijven|afmelden|stoppen|verwijderen',
  'abmelden|abmeldung|austragen|abbestellen|stopp|stoppen|aufhoren|newsletter abbestellen',
  'desabonner|desabonnement|desinscrire|desinscription|se desabonner|arret|arretez|arrete|stopper|ca suffit',
  'baja|darse de baja|cancelar suscripcion|basta|para ya|no mas',
  'disiscrizione|disiscriviti|cancellazione|cancellazione newsletter|annulla iscrizione|rimuovere|cancellare|basta',
  'descadastrar|descadastro|cancelar inscricao|cancelar assinatura|anular/cancelar subscricao|sair|parar|pare|chega',
  'wypisz|wypisz sie|wypisac|anuluj/zrezygnuj .. subskrypcje/subskrypcji|rezygnuje',
  'отписаться|отписка|стоп|хватит',
].map((list) => list.split('|'));
