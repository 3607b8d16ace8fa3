// What rules say about the steps of a campaign, by the English of `domain/src`. Written by a model and checked by translating it back.
export default {
  // Why a step or condition can't be added
  'This step is already used earlier in this branch.': 'Dieser Schritt kommt in diesem Zweig schon vorher vor.',
  'This condition is already used earlier in this branch.': 'Diese Bedingung kommt in diesem Zweig schon vorher vor.',
  'InMail needs a Sales Navigator or Recruiter account.':
    'Für InMails ist ein Konto mit Sales Navigator oder Recruiter nötig.',
  'An invite cannot follow an Accepted Invite or Already Connected condition.':
    'Auf die Bedingungen „Einladung angenommen“ und „Bereits vernetzt“ kann keine Einladung folgen.',
  'A condition can only be added at the end of a branch.':
    'Eine Bedingung lässt sich nur am Ende eines Zweigs hinzufügen.',
  'Add a step between two conditions.': 'Fügen Sie zwischen zwei Bedingungen einen Schritt ein.',
  'Turn on Track clicks in the campaign settings first.':
    'Schalten Sie zuerst in den Einstellungen der Kampagne „Klicks erfassen“ ein.',
  'Turn on Track opens in the campaign settings first.':
    'Schalten Sie zuerst in den Einstellungen der Kampagne „Öffnungen erfassen“ ein.',
  'Choose the yes or the no branch.': 'Wählen Sie den Ja- oder den Nein-Zweig.',
  'Only a condition has branches.': 'Nur eine Bedingung hat Zweige.',
  'This step no longer exists.': 'Diesen Schritt gibt es nicht mehr.',

  // Before a start
  'You cannot activate campaigns without steps.': 'Kampagnen ohne Schritte können nicht aktiviert werden.',
  'Please select a LinkedIn account.': 'Bitte wählen Sie ein LinkedIn-Konto aus.',
  'Please select an email account.': 'Bitte wählen Sie ein E-Mail-Konto aus.',
  'Turn on Track clicks in the campaign settings, or delete the Clicked Link condition.':
    'Schalten Sie in den Einstellungen der Kampagne „Klicks erfassen“ ein, oder löschen Sie die Bedingung „Link angeklickt“.',
  'The signature of this campaign was deleted. Choose another one in the campaign settings.':
    'Die Signatur dieser Kampagne wurde gelöscht. Wählen Sie eine andere in den Einstellungen der Kampagne.',
  'Turn on Track opens in the campaign settings, or delete the Opened Email condition.':
    'Schalten Sie in den Einstellungen der Kampagne „Öffnungen erfassen“ ein, oder löschen Sie die Bedingung „E-Mail geöffnet“.',
  'Please add a message in the {step} step.': 'Bitte schreiben Sie eine Nachricht im Schritt „{step}“.',
  'Please add a subject line in the {step} step.': 'Bitte schreiben Sie einen Betreff im Schritt „{step}“.',
  "{name} in the {step} step isn't a variable.": '{name} im Schritt „{step}“ ist keine Variable.',
  'Pick one from the list.': 'Wählen Sie eine aus der Liste.',
  'Did you mean {name}?': 'Meinten Sie {name}?',
  '“{name}”': '„{name}“',
  'step {step}': 'Schritt {step}',
  'version {version}': 'Version {version}',
  'deleted since': 'inzwischen gelöscht',
  'Campaign {id}': 'Kampagne {id}',
  'LinkedIn Invite': 'LinkedIn-Einladung',
  'LinkedIn Message': 'LinkedIn-Nachricht',
  'Visit LinkedIn Profile': 'LinkedIn-Profil besuchen',
  InMail: 'InMail',
  'Delete LinkedIn Invite': 'LinkedIn-Einladung zurückziehen',
  'Like Last LinkedIn Post': 'Letzten LinkedIn-Beitrag liken',
  'Call Prospect': 'Lead anrufen',

  // Steps that rarely do what was meant
  'No invite is sent above it: only people who were invited or connected before take the Yes path, after the whole wait.':
    'Darüber wird keine Einladung gesendet: Nur wer schon vorher eingeladen oder vernetzt war, nimmt nach der ganzen Wartezeit den Ja-Zweig.',
  'No call step is above it, so every lead takes the No path.':
    'Darüber gibt es keinen Anruf, also nimmt jeder Lead den Nein-Zweig.',
  'Links count from the second email on. Fewer than two emails are above it, so every lead takes the No path.':
    'Links zählen ab der zweiten E-Mail. Darüber sind weniger als zwei E-Mails, also nimmt jeder Lead den Nein-Zweig.',
  'Opens count from the second email on. Fewer than two emails are above it, so every lead takes the No path.':
    'Öffnungen zählen ab der zweiten E-Mail. Darüber sind weniger als zwei E-Mails, also nimmt jeder Lead den Nein-Zweig.',
  'Opens are estimates: many mail programs hide them, so leads who read your email take the No path too. A reply or a click says more.':
    'Öffnungen sind Schätzungen: Viele E-Mail-Programme verbergen sie, also nehmen auch Leads, die Ihre E-Mail lesen, den Nein-Zweig. Eine Antwort oder ein Klick sagt mehr.',
  'Only people you are connected with can get it. Put it on the Yes path of Accepted Invite or Already Connected.':
    'Nur wer mit Ihnen vernetzt ist, kann sie bekommen. Setzen Sie sie in den Ja-Zweig von „Einladung angenommen“ oder „Bereits vernetzt“.',
  "No lead reaches this step: leads you're connected with already follow the Yes branch of Accepted Invite.":
    'Diesen Schritt erreicht kein Lead: Leads, mit denen Sie bereits vernetzt sind, nehmen den Ja-Zweig von „Einladung angenommen“.',
  'No lead here has an email address: the step is on the No branch of Has Email.':
    'Kein Lead hat hier eine E-Mail-Adresse: Der Schritt ist im Nein-Zweig von „Hat E-Mail-Adresse“.',
  'No lead here has a phone number: the step is on the No branch of Has Phone.':
    'Kein Lead hat hier eine Telefonnummer: Der Schritt ist im Nein-Zweig von „Hat Telefonnummer“.',

  // Links to unsubscribe
  message: 'Nachricht',
  'fallback message': 'Ersatznachricht',
  'message of variant B': 'Nachricht der Variante B',
  'fallback message of variant B': 'Ersatznachricht der Variante B',
  'message of variant {variant}': 'Nachricht der Variante {variant}',
  'fallback message of variant {variant}': 'Ersatznachricht der Variante {variant}',
  'formatted message': 'formatierte Nachricht',
  'formatted message of variant {variant}': 'formatierte Nachricht der Variante {variant}',
  ' and its ': ' und ',
  'Step {step} (Email) has no unsubscribe link in its {texts}. Your organization requires one in every email. Open the step and press “Unsubscribe” above the text.':
    'In Schritt {step} (E-Mail) fehlt ein Abmeldelink: {texts}. Ihre Organisation verlangt ihn in jeder E-Mail. Öffnen Sie den Schritt und klicken Sie über dem Text auf „Abmelden“.',

  // Lengths
  'Message cannot be longer than {limit} characters': 'Die Nachricht darf höchstens {limit} Zeichen haben',
  'You are above the {limit} character limit!': 'Das Limit von {limit} Zeichen ist überschritten!',
};
