// Written by a model and checked by translating it back.
export default {
  list_title: 'Alles beginnt mit einer Liste',
  list_text: 'Eine Liste enthält die Personen, die Sie erreichen möchten. Wir haben eine zum Ausprobieren angelegt.',
  open_title: 'Füllen Sie sie auf Ihre Art',
  open_text:
    'Finden Sie Personen in der Lead-Datenbank, importieren Sie eine CSV-Datei oder holen Sie sie von LinkedIn.',
  leads_title: 'Ihre Leads',
  leads_text:
    'Sechs erfundene Leads, damit hier nichts eine echte Person erreicht. Öffnen Sie eine Zeile, um alles zu sehen, was über den Lead bekannt ist.',
  research_title: 'Lassen Sie die KI lesen',
  research_text: 'Stellen Sie eine Frage einmal, und sie wird für jeden Lead beantwortet, mit Quelle.',
  column_title: 'Ein Ergebnis für jeden Lead',
  column_text:
    'Jedes Ergebnis ist eine Spalte, die Sie sortieren, filtern und in Nachrichten verwenden können. Diese hier sind kostenlos.',
  select_title: 'Wählen Sie, wen Sie kontaktieren',
  select_text: 'Wählen Sie Leads aus und fügen Sie sie einer Kampagne hinzu, oder suchen Sie zuerst ihre Adressen.',
  campaign_title: 'Eine Kampagne ist eine Sequenz',
  campaign_text:
    'E-Mails, LinkedIn-Schritte und Anrufe, dazwischen Bedingungen: Einladung angenommen, bereits vernetzt, hat eine E-Mail-Adresse oder Telefonnummer.',
  editor_title: 'Einmal schreiben',
  editor_text: 'Daten der Leads stehen in Klammern. Wo sie fehlen, wird stattdessen die Ersatznachricht gesendet.',
  snippet_title: 'Die KI schreibt den persönlichen Satz',
  snippet_text:
    'Ein KI-Baustein wird für jeden Lead aus den Rechercheergebnissen geschrieben. Das würde dieser Lead lesen.',
  close_title: 'Sie behalten die Kontrolle',
  close_text:
    'Es wird nichts gesendet, bevor Sie die Kampagne starten, und Leads, die antworten, erhalten keine weiteren Nachrichten.',
  inbox_title: 'Antworten landen hier',
  inbox_text:
    'Antworten per E-Mail und LinkedIn kommen in einem Posteingang an, daneben alles, was Sie über die Person wissen.',
  progress: '{step} von {steps}',
  next: 'Weiter',
  back: 'Zurück',
  finish: 'Fertigstellen',
  close: 'Tour beenden',
  leave_title: 'Tour beenden?',
  leave_text:
    'Die Beispielliste und die Beispielkampagne werden entfernt. Sie können die Tour über Ihr Kontomenü erneut starten.',
  failed_title: 'Die Tour kann nicht fortgesetzt werden',
  failed_text: 'Versuchen Sie diesen Schritt erneut oder beenden Sie die Tour; dabei werden ihre Beispiele entfernt.',
  continue: 'Fortsetzen',
  retry: 'Erneut versuchen',
  done_title: 'Jetzt kennen Sie sich aus',
  done_text:
    'Als Nächstes: Verbinden Sie das Konto, von dem Sie senden, und erstellen Sie Ihre eigene Liste. Die Beispiele können Sie behalten, so lange Sie möchten.',
  keep: 'Beispiele behalten',
  remove: 'Beispiele entfernen',
  removed: 'Die Beispiele wurden entfernt.',
  not_removed: 'Die Beispiele konnten nicht entfernt werden. Versuchen Sie es erneut.',
};
