/** Replies of people by meaning, one per line. */
export type Sentences = Record<
  'unsubscribe' | 'interested' | 'not_interested' | 'neutral' | 'wrong_person' | 'left_company',
  string
>;

/** Replies in English, Dutch, German and French, written for this project. */
export const WESTERN: Record<'en' | 'nl' | 'de' | 'fr', Sentences> = {
  en: {
    unsubscribe: `Please unsubscribe me from this list.
Take me off your mailing list, thank you.
Stop emailing me.
Remove my address from your database please.
Kindly do not contact me again.
I don't want to receive these emails.
Could you please stop sending me this? Stop contacting us.
We no longer wish to receive messages from your company.
Opt out.
Please don't email me anymore, this is the third time.
No more emails please.
This is spam, I will report it.`,
    interested: `Yes, I'm interested. When can we talk?
Sounds good, let's set up a call next week.
This looks interesting, could you send me some more information?
I would love to see a demo.
Happy to chat, my calendar is open on Thursday.
Tell me more about how it works.
We are interested in a pilot for our Rotterdam office.
Can you call me tomorrow afternoon?
Yes please, send over the details.
Tuesday at 10 works for me.
Curious to learn what it would cost for a team of twelve.`,
    not_interested: `Thanks, but we are not interested.
I am not interested.
No thanks.
We already have a supplier for this and are happy with it.
This is not a fit for us at the moment.
Not right now, maybe next year.
We have no need for this kind of software.
I'll pass on this one, good luck.
We don't have the budget for it this year.
I'm afraid we have decided against it.
Not interested, but thank you for the call you offered.
We aren't interested in a demo.`,
    neutral: `How does this compare to the tool of our planning department?
Which countries do you cover?
Is the data kept within Europe?
Who gave you my name?
What is the difference between the two plans?
Do you support single sign-on?`,
    wrong_person: `I'm not the right person for this. Please contact Petra Kok, petra.kok@customer.example.
You should talk to my colleague Jan Berg, he is responsible for procurement.
I don't handle this, it is dealt with by Maria Lopez (maria.lopez@customer.example).
Wrong person I'm afraid, I forwarded your mail to our head of sales.
The best person to speak to is Anna Smit.`,
    left_company: `I no longer work at this company.
Grace has left the company.
I have retired and no longer read this mailbox.
Grace is no longer with us since 1 October. Please write to Tom Visser.
My last day at Customer was Friday.`,
  },
  nl: {
    unsubscribe: `Graag uitschrijven.
Wilt u mij van de lijst halen? Haal me van de lijst alsjeblieft.
Stuur mij geen mails meer.
Ik wil deze berichten niet meer ontvangen.
Verwijder mijn gegevens uit uw bestand.
Meld me af voor deze mailing.
Stop met mailen.
Gelieve ons niet meer te benaderen.
Schrijf mij uit, dank u.
Mail me niet meer.`,
    interested: `Ja graag, wanneer kunnen we bellen?
Klinkt interessant, kun je me wat meer informatie sturen?
We hebben interesse in een demo.
Ik ben geïnteresseerd.
Laten we volgende week een afspraak inplannen.
Vertel me meer over jullie aanpak.
Bel me morgen even op mijn mobiel.
Lijkt me leuk, donderdag komt mij goed uit.
Ik wil graag meer weten over de kosten.
Ziet er goed uit, plan maar iets in.`,
    not_interested: `Nee, bedankt.
Wij zijn niet geïnteresseerd.
Geen interesse, succes verder.
We hebben al een leverancier en zijn daar tevreden mee.
Dit is voor ons op dit moment niet relevant.
Momenteel niet, misschien volgend jaar.
Ik heb hier geen behoefte aan.
Wij zien ervan af.
Er is geen budget voor.
Dit past niet bij ons.`,
    neutral: `Hoe werkt de koppeling met ons boekhoudpakket?
In welke landen zijn jullie actief?
Wat is het verschil tussen de twee abonnementen?
Hoe kom je aan mijn naam?
Worden de gegevens in Europa bewaard?`,
    wrong_person: `Ik ben hier niet de juiste persoon voor. Neem contact op met Petra Kok (petra.kok@customer.example).
Hier gaat mijn collega Jan Berg over.
Daar ga ik niet over, Anna de Vries is hiervoor verantwoordelijk.
U kunt beter contact opnemen met onze inkoper, Tom Visser.
Verkeerde persoon, ik heb het doorgestuurd naar inkoop.`,
    left_company: `Ik ben niet meer werkzaam bij dit bedrijf.
Grace werkt niet meer bij ons.
Grace is sinds 1 oktober uit dienst.
Ik heb het bedrijf verlaten, u kunt mailen met Tom Visser.
Hij is met pensioen.`,
  },
  de: {
    unsubscribe: `Bitte nehmen Sie mich aus Ihrem Verteiler.
Keine weiteren E-Mails bitte.
Bitte löschen Sie meine Daten.
Ich möchte mich abmelden.
Kontaktieren Sie mich nicht mehr.
Bitte entfernen Sie meine Adresse von der Liste.
Unterlassen Sie weitere Werbung.
Bitte keine Mails mehr an diese Adresse.
Hören Sie auf, mir zu schreiben.
Wir wollen künftig nicht mehr angeschrieben werden.`,
    interested: `Ja gerne, wann können wir telefonieren?
Klingt interessant, schicken Sie mir bitte weitere Informationen.
Wir haben Interesse an einer Demo.
Ich bin interessiert.
Gerne einen Termin nächste Woche.
Rufen Sie mich morgen an.
Das hört sich gut an, Donnerstag passt mir.
Ich würde gerne mehr erfahren.
Grundsätzlich besteht Interesse, was kostet es?
Sehr gerne, ich freue mich auf das Gespräch.`,
    not_interested: `Nein danke.
Wir haben kein Interesse.
Danke, aber wir sind nicht interessiert.
Wir haben bereits einen Anbieter und sind zufrieden mit ihm.
Aktuell nicht, vielleicht nächstes Jahr.
Dafür haben wir keinen Bedarf.
Das passt nicht zu uns.
Das kommt für uns nicht in Frage.
Es gibt dafür kein Budget.
Wir haben uns dagegen entschieden und möchten das nicht weiterverfolgen.`,
    neutral: `Wie funktioniert die Anbindung an unser System?
In welchen Ländern sind Sie tätig?
Worin besteht der Unterschied zwischen den Tarifen?
Woher haben Sie meinen Namen?
Werden die Daten in Europa gespeichert?`,
    wrong_person: `Ich bin nicht der richtige Ansprechpartner. Bitte wenden Sie sich an Petra Kok (petra.kok@customer.example).
Dafür bin ich nicht zuständig.
Zuständig für dieses Thema ist mein Kollege Jan Berg.
Falscher Ansprechpartner, ich habe es an den Einkauf weitergeleitet.
Die richtige Ansprechpartnerin ist Anna Schmidt.`,
    left_company: `Ich bin nicht mehr bei dieser Firma tätig.
Grace hat das Unternehmen verlassen.
Frau Hopper ist zum 1. Oktober ausgeschieden.
Ich bin im Ruhestand.
Herr Berg arbeitet nicht mehr bei uns.`,
  },
  fr: {
    unsubscribe: `Merci de me désinscrire.
Veuillez me désabonner de cette liste.
Ne m'écrivez plus.
Merci de ne plus me contacter.
Retirez-moi de votre liste.
Je ne souhaite plus recevoir vos messages.
Supprimez mes coordonnées de votre base.
Arrêtez de m'envoyer des mails.
Désinscription svp.
Cessez de nous solliciter.`,
    interested: `Oui, avec plaisir. Quand pouvons-nous échanger ?
Cela m'intéresse, pouvez-vous m'envoyer plus de détails ?
Je suis intéressée par une démo.
Parlons-en la semaine prochaine.
Nous sommes intéressés.
Appelez-moi demain matin.
Votre proposition paraît intéressante, jeudi me convient.
J'aimerais en savoir plus sur les tarifs.
Pouvons-nous fixer un rendez-vous ?
Volontiers, je suis disponible mardi.`,
    not_interested: `Non merci.
Je ne suis pas intéressé.
Cela ne nous intéresse pas.
Nous avons déjà un prestataire et nous en sommes satisfaits.
Pas pour le moment, peut-être l'an prochain.
Nous n'en avons pas besoin.
Ce n'est pas une priorité cette année.
Nous ne donnerons pas suite.
Nous n'avons pas de budget pour cela.
Votre offre ne correspond pas à nos besoins.`,
    neutral: `Comment fonctionne le lien avec notre logiciel ?
Dans quels pays êtes-vous présents ?
Quelle est la différence entre les deux formules ?
Comment avez-vous eu mon nom ?
Où sont hébergées les données ?`,
    wrong_person: `Je ne suis pas le bon interlocuteur. Contactez plutôt Petra Kok (petra.kok@customer.example).
C'est mon collègue Jan Berg qui s'occupe de ce sujet.
Ce n'est pas de mon ressort, voyez avec Anna Petit.
Je ne suis pas en charge des achats.
Mauvaise personne, j'ai transmis à notre direction commerciale.`,
    left_company: `Je ne travaille plus dans cette société.
Grace a quitté l'entreprise.
Madame Hopper ne fait plus partie de nos effectifs depuis le 1er octobre.
Il est parti à la retraite.
Elle n'est plus en poste, écrivez à Tom Visser.`,
  },
};
