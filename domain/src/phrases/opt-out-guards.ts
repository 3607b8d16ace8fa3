/**
 * Words that change the meaning of an opt-out, by language. A reply with one of them suppresses no one: the sequence
 * has stopped anyway, and a user decides.
 */

/** A wish for a while, at an hour, or for one address only. */
export const LIMITED_WORDS: readonly (readonly string[])[] = [
  'except|apart from|before|until|till|after that|today|tomorrow|tonight|this week|next week|this month|next month|this quarter|next quarter|this year|next year|for now|right now|just now|at the moment|currently|for the time being|for a while|for the next|during|weekend*|on sunday*|on monday*|on friday*|at this address|to this address|on this address|at this email|to this email address|on this email|at this number|on this number|on my private|my private address|my personal|on linkedin|on whatsapp|by phone|in german|in english|unless|twice|in bulk',
  'behalve|tot|voor negen|voor maandag|vandaag|morgen|deze week|volgende week|deze maand|volgende maand|dit jaar|voorlopig|op dit moment|momenteel|tijdens|in het weekend|op dit adres|naar dit adres|op dit nummer|prive adres|tenzij',
  'ausser|bis|vor neun|vor montag|heute|morgen|diese woche|nachste woche|diesen monat|nachsten monat|dieses jahr|vorerst|vorlaufig|im moment|momentan|zurzeit|wahrend|am wochenende|an diese adresse|unter dieser adresse|unter dieser nummer|private adresse|jetzt leider|es sei denn',
  'sauf|avant|jusqu|aujourd hui|demain|cette semaine|la semaine prochaine|ce mois|le mois prochain|cette annee|pour l instant|pour le moment|en ce moment|pendant|le week end|a cette adresse|sur cette adresse|a ce numero|adresse privee|sauf si',
  'excepto|salvo|antes de las|hasta|hoy|manana|esta semana|la proxima semana|este mes|el proximo mes|este ano|por ahora|por el momento|de momento|durante|el fin de semana|a esta direccion|en esta direccion|a este correo|a este numero|salvo que|a menos que',
  'tranne|prima delle|fino a|fino al|oggi|domani|questa settimana|la prossima settimana|questo mese|il prossimo mese|quest anno|per ora|per il momento|al momento|durante|nel fine settimana|a questo indirizzo|su questo indirizzo|a questo numero|a meno che',
  'exceto|antes das|ate|hoje|amanha|esta semana|na proxima semana|este mes|no proximo mes|este ano|por agora|por enquanto|de momento|no momento|durante|no fim de semana|para este endereco|neste endereco|a este numero|a menos que|a nao ser que',
  'oprocz|z wyjatkiem|do poniedzialku|dzisiaj|jutro|w tym tygodniu|w przyszlym tygodniu|w tym miesiacu|w tym roku|na razie|chwilowo|w weekend*|na ten adres|pod tym adresem|chyba ze',
  'до девяти|до понедельника|сегодня|завтра|на этой неделе|на следующей неделе|в этом месяце|в следующем месяце|в этом году|пока что|на данный момент|сейчас|в выходные|на этот адрес|по этому адресу|на этот номер|кроме как|если только',
].map((list) => list.split('|'));

/** Another way or another person is asked for instead. */
export const INSTEAD_WORDS: readonly (readonly string[])[] = [
  'instead please|please instead|call/write/email/contact/use/text .. instead|resubscribe|re subscribe|when i get back|when i return|when i m back|while i am gone|while i m gone|add me to|subscribe announce|on vacation|real person|a human|to a person|just call|call me|call us|ring me|ring us|phone me|give me a call|text me|rather by|write to me at|email me at|reach me|reach us|my new address|new address is|use my|please contact my|contact my colleague|talk to my|speak to my',
  'in plaats daarvan|bel me|bel mij|bel ons|liever telefonisch|mijn nieuwe adres|neem contact op met',
  'stattdessen|rufen sie|ruf mich|lieber telefonisch|besser telefonisch|meine neue adresse|wenden sie sich|melden sie sich bei',
  'a la place|plutot par|appelez moi|appelez nous|appelle moi|ma nouvelle adresse|adressez vous|contactez plutot',
  'en su lugar|llameme|llamenme|llamame|llamenos|mejor por telefono|mi nueva direccion|contacte con mi',
  'invece|chiamatemi|chiamami|mi chiami|meglio per telefono|il mio nuovo indirizzo|si rivolga|contatti il mio',
  'em vez disso|ligue me|me ligue|liguem me|me liga|de preferencia por telefone|meu novo endereco|fale com',
  'zamiast tego|prosze zadzwonic|prosze dzwonic|zadzwon|lepiej telefonicznie|moj nowy adres|prosze o kontakt z|skontaktuj sie z',
  'вместо этого|позвоните|звоните|лучше по телефону|мой новый адрес|обратитесь к|свяжитесь с моим',
].map((list) => list.split('|'));

/** Another person's list, contract or habit, something in the past, or an idiom. */
export const ELSEWHERE_WORDS: readonly (readonly string[])[] = [
  'our list*|our mailing|our newsletter*|our customers|our clients|our readers|our users|our subscribers|our members|our supplier*|our old|our current|our previous|our contract|our vendor*|their list*|their newsletter*|their emails|their service*|old supplier*|other supplier*|competitor*|contract|had to|have had to|ended up|almost|nearly|used to|was about to|were about to|people who|people unsubscribe|customers unsubscribe|rate|opt out rate|we let people|lets people|when people|if people|if someone|anyone who|to let people|feature|option|button|policy|process|gdpr compliant|how do you|never been asked',
  'onze lijst*|onze nieuwsbrief|onze klanten|onze leverancier*|onze oude|ons contract|hun lijst|hun nieuwsbrief|oude leverancier|concurrent*|moesten|mensen die|klanten die|wie zich|percentage|functie|knop',
  'unsere liste*|unserer liste|unseren newsletter|unserem newsletter|unsere kunden|unseren kunden|unser vertrag|unseren vertrag|unserem vertrag|unserem alten|unser alter|alten anbieter|alter anbieter|wettbewerb*|konkurrent*|mussten|leute die|kunden die|wer sich|quote|rate|funktion|knopf',
  'notre liste|nos clients|notre newsletter|notre contrat|notre ancien|nos fournisseur*|ancien fournisseur|concurrent*|leur liste|leur newsletter|avons du|ai du|les gens qui|les clients qui|ceux qui|taux|fonction|bouton',
  'nuestra lista|nuestros clientes|nuestro boletin|nuestro contrato|nuestro antiguo|nuestro proveedor|antiguo proveedor|competidor*|su boletin|tuvimos que|tuve que|la gente que|los clientes que|quien se|tasa|funcion|boton',
  'nostra lista|nostri clienti|nostra newsletter|nostro contratto|nostro vecchio|vecchio fornitore|concorrent*|loro lista|abbiamo dovuto|ho dovuto|le persone che|i clienti che|chi si|tasso|funzione|pulsante',
  'nossa lista|nossos clientes|nossa newsletter|nosso contrato|nosso antigo|antigo fornecedor|concorrent*|tivemos de|tivemos que|tive de|tive que|as pessoas que|os clientes que|quem se|taxa|funcao|botao',
  'nasza lista|nasi klienci|naszych klientow|nasz newsletter|naszego newslettera|nasza umowa|naszej umowy|poprzedni* dostawc*|konkurencj*|musielismy|musialem|ludzie ktorzy|klienci ktorzy|kto sie|wskaznik|funkcj*|przycisk*',
  'нашей рассылк*|нашу рассылк*|наших клиентов|наши клиенты|наш договор|нашего договора|старого поставщика|конкурент*|их рассылк*|пришлось|люди которые|клиенты которые|те кто|процент|функци*|кнопк*',
].map((list) => list.split('|'));
