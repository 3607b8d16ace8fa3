// Errors of the API by their code. The English comes with the response. Written by a model and checked by translating it back.
export default {
  // Every call
  validation_failed: 'Bitte prüfen Sie die markierten Felder.',
  unauthenticated: 'Bitte melden Sie sich an, um fortzufahren.',
  not_yours: 'Löschen kann dies nur, wer es hinzugefügt hat, oder ein Admin der Organisation.',
  forbidden: 'Dafür haben Sie keine Berechtigung.',
  not_while_acting: 'Das können Sie nicht ändern, während Sie für jemand anderen handeln.',
  feature_disabled: 'Diese Funktion ist für Ihre Organisation nicht freigeschaltet.',
  foreign_origin: 'Diese Anfrage kam nicht von der Anwendung.',
  not_found: 'Nicht gefunden.',
  changed_meanwhile:
    '{changed_by, select, You {Sie haben} Somebody {Jemand hat} other {{changed_by} hat}} dies inzwischen geändert. Nichts wurde überschrieben.',
  too_large: 'Die Anfrage ist zu groß.',
  unsupported_media_type: 'Diese Art von Inhalt wird nicht unterstützt.',
  rate_limited: 'Zu viele Versuche. Bitte versuchen Sie es später noch einmal.',
  too_many_requests: 'Zu viele Anfragen{by}. Bitte versuchen Sie es gleich noch einmal.',
  busy: 'Der Server ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  request_timeout: 'Die Anfrage brauchte zu lange. Nichts wurde geändert; bitte versuchen Sie es noch einmal.',
  too_many_uploads:
    'Ihre Organisation lädt bereits andere Dateien hoch. Bitte versuchen Sie es noch einmal, wenn eine davon fertig ist.',
  uploads_busy: 'Gerade werden viele Dateien hochgeladen. Bitte versuchen Sie es gleich noch einmal.',
  upload_quota_used:
    'Ihre Organisation hat das tägliche Limit für Uploads erreicht ({limit}). Bitte machen Sie morgen weiter.',
  no_room_for_file:
    'Auf dem Server ist dafür nicht genug Speicherplatz frei. Bitte wenden Sie sich an die Administration dieser Installation.',
  too_many_downloads:
    'Ihre Organisation lädt bereits andere Dateien herunter. Bitte versuchen Sie es noch einmal, wenn eine davon fertig ist.',
  downloads_busy: 'Gerade werden viele Dateien heruntergeladen. Bitte versuchen Sie es gleich noch einmal.',
  too_many_imports:
    'In Ihrer Organisation laufen bereits {count} Importe. Bitte starten Sie diesen, wenn einer davon fertig ist.',
  too_many_research_runs:
    'In Ihrer Organisation laufen bereits {count} Recherchen. Bitte starten Sie diese, wenn eine davon fertig ist.',
  test_recipient_unknown:
    'Test-E-Mails gehen nur an bestätigte Adressen Ihres eigenen Teams. {email} gehört nicht dazu.',
  too_many_test_mails: 'Sie können {count} Test-E-Mails pro Stunde senden. Bitte versuchen Sie es später noch einmal.',
  internal: 'Bei uns ist etwas schiefgegangen. Nichts ging verloren; bitte versuchen Sie es noch einmal.',
  unavailable: 'Das ist gerade nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',
  filter_too_slow:
    'Das Filtern nach {filter, select, duplicates {Dubletten} touches {dem letzten Kontakt} suppression {der Sperre} campaigns {Kampagnen} text {einem Text in allen Feldern} locks {der Kontaktsperre} results {Ergebnissen} other {diesen Spalten}} dauert bei so vielen Leads zu lange. Entfernen Sie diesen Filter, oder teilen Sie die Liste auf und filtern Sie die Teile.',
  storage_full:
    'Das ließ sich nicht speichern, weil die Festplatte des Servers voll ist. Ihre Daten sind sicher. Bitte wenden Sie sich an die Administration dieser Installation.',
  not_configured: '{vendor} ist nicht eingerichtet. Setzen Sie {settings}.',

  // Sign-in
  invalid_credentials: 'E-Mail-Adresse oder Passwort stimmt nicht',
  email_not_verified: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Wir haben Ihnen einen neuen Code geschickt.',
  mail_not_sent:
    'Wir konnten Ihnen gerade keine E-Mail schicken. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
  invalid_code: 'Dieser Code stimmt nicht oder ist abgelaufen.',
  organization_suspended:
    'Ihre Organisation ist stillgelegt. Bitte wenden Sie sich an die Administration dieser Installation.',
  client_cancelled:
    'Das Abonnement Ihrer Organisation wurde gekündigt. Bitte wenden Sie sich an den Anbieter Ihres Kontos.',
  account_guarded:
    'Zu viele falsche Passwörter für dieses Konto. Wählen Sie „Passwort vergessen?“, um sich per E-Mail anzumelden, oder versuchen Sie es in einer Stunde noch einmal.',
  sign_up_closed: 'Für neue Konten brauchen Sie hier eine Einladung. Bitte fragen Sie Ihren Admin.',
  sign_up_domain:
    'Hier können sich nur einige E-Mail-Domains registrieren. Bitte verwenden Sie Ihre geschäftliche E-Mail-Adresse.',
  email_not_registered: 'Diese E-Mail-Adresse ist nicht registriert.',
  email_taken: 'Diese E-Mail-Adresse ist bereits registriert.',
  link_invalid: 'Der Link ist nicht mehr gültig.',
  terms_not_accepted: 'Bitte stimmen Sie den Nutzungsbedingungen und der Datenschutzerklärung zu.',
  password_too_short: 'Das Passwort muss mindestens 8 Zeichen haben',
  password_common: 'Dieses Passwort ist zu verbreitet und leicht zu erraten. Bitte wählen Sie ein anderes.',
  password_personal: 'Bitte wählen Sie ein Passwort ohne Ihren Namen, Ihre E-Mail-Adresse oder den Namen des Produkts.',
  wrong_password: 'Das aktuelle Passwort stimmt nicht.',
  name_too_short: 'Der Name muss mindestens 2 Zeichen haben',
  sign_in_expired: 'Diese Anmeldung ist abgelaufen oder wurde schon benutzt. Bitte beginnen Sie noch einmal.',
  identity_refused: 'Die Anmeldung mit {provider} hat nicht funktioniert. Bitte versuchen Sie es noch einmal.',
  identity_unverified: '{provider} hat Ihre E-Mail-Adresse nicht bestätigt. Bitte bestätigen Sie sie zuerst dort.',
  identity_unavailable: '{provider} ist gerade nicht erreichbar. Bitte versuchen Sie es noch einmal.',
  sso_failed: 'SSO-Anmeldung fehlgeschlagen',
  sso_unverified: 'Ihr Identitätsanbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bitte fragen Sie Ihren Admin.',
  sso_other_domain:
    'Ihr Identitätsanbieter nannte {email}; diese Adresse gehört zu keiner bestätigten Domain Ihrer Organisation.',
  sso_other_account:
    'Diese E-Mail-Adresse gehört jemandem, der sich mit einem anderen Konto Ihres Identitätsanbieters anmeldet. Bitten Sie einen Admin Ihres Teams, die Verbindung zu lösen.',
  sso_not_for_admins: 'Die Administration dieser Installation meldet sich mit Passwort an, nicht über Single Sign-On.',
  sso_no_joining: 'Sie brauchen eine Einladung, um hier Ihrer Organisation beizutreten. Bitte fragen Sie Ihren Admin.',
  sso_only:
    'Wer eine Adresse bei {domain} hat, meldet sich über Single Sign-On an. Bitte nutzen Sie diese Schaltfläche mit Ihrer geschäftlichen E-Mail-Adresse.',
  sso_not_tried: 'Bitte testen Sie zuerst die Verbindung.',
  sso_way_back_needed:
    'Sie behalten den Notzugang für Tage, an denen Ihr Identitätsanbieter ausfällt. Bitte richten Sie zuerst einen Passkey ein, oder zusätzlich zum Passwort eine Authenticator-App.',
  sso_way_back:
    '{name} hat den Notzugang, solange nur Single Sign-On erlaubt ist. Bitte bestimmen Sie zuerst jemand anderen dafür.',
  sso_not_set_up: 'Bitte bestätigen Sie eine Domain und speichern Sie zuerst die Verbindung.',
  sso_secret_needed: 'Bitte geben Sie das Client-Secret ein.',
  sso_metadata_needed: 'Bitte geben Sie die Metadaten Ihres Identitätsanbieters oder deren Adresse ein.',
  sso_test_failed: 'Die Antwort des Identitätsanbieters lässt sich nicht annehmen: {reason}',
  sso_domain_invalid: 'Bitte geben Sie eine gültige Domain ein (z. B. example.com)',
  sso_domain_public: 'Eine Adresse bei {domain} kann jeder haben. Bitte verwenden Sie eine eigene Domain.',
  sso_domain_taken: 'Eine andere Organisation hat {domain} hier bereits bestätigt.',
  sso_domains_full: 'Sie können höchstens {limit} Domains haben.',
  last_way_in: 'Das ist Ihr einziger Weg, sich anzumelden. Bitte legen Sie zuerst ein Passwort fest.',
  second_factor_wrong: 'Dieser Code stimmt nicht oder wurde schon benutzt. Bitte versuchen Sie den nächsten.',
  passkey_refused: 'Wir konnten diesen Passkey nicht prüfen. Bitte versuchen Sie es noch einmal.',
  passkeys_unavailable: 'Passkeys funktionieren nur unter {url}.',
  passkeys_full: 'Sie können höchstens {limit} Passkeys haben. Bitte entfernen Sie zuerst einen.',
  totp_exists: 'Eine Authenticator-App ist bereits eingerichtet. Bitte entfernen Sie sie zuerst.',
  totp_not_started: 'Bitte beginnen Sie die Einrichtung der Authenticator-App noch einmal.',
  no_second_factor: 'Bitte richten Sie zuerst einen zweiten Faktor ein.',
  last_second_factor:
    'Hier ist ein zweiter Faktor Pflicht. Bitte fügen Sie einen anderen hinzu, bevor Sie diesen entfernen.',
  factor_proof_needed:
    'Sie haben einen zweiten Faktor. Bitte bestätigen Sie damit: mit einem Passkey, oder mit einem Code und Ihrem Passwort.',
  step_up_needed: 'Bitte bestätigen Sie zuerst Ihre Identität.',
  second_factor_needed:
    'Ihre Organisation verlangt einen zweiten Faktor. Bitte richten Sie einen ein, um fortzufahren.',

  // Keys and apps
  api_keys_full: 'Mehr API-Schlüssel kann eine Organisation nicht haben. Bitte widerrufen Sie zuerst einen.',
  api_key_ended: 'Dieser API-Schlüssel ist bereits beendet.',
  api_key_ip_range: '{range} ist keine IP-Adresse und kein Bereich wie 203.0.113.0/24.',
  app_unknown: 'Die App {client} ließ sich nicht erkennen: {reason}',
  app_return_unknown:
    'Die App möchte Sie an {address} schicken, eine Adresse, die sie nicht veröffentlicht hat. Nichts wurde erlaubt.',
  connected_apps_full: 'Mehr verbundene Apps kann eine Organisation nicht haben. Bitte trennen Sie zuerst eine.',
  approval_decided:
    'Darüber wurde bereits entschieden: {state, select, approved {freigegeben} declined {abgelehnt} expired {abgelaufen} other {{state}}}.',
  cursor_invalid: 'Die Seite gehört zu einer anderen Liste oder wurde geändert. Laden Sie die Liste neu.',

  // Brands
  picture_refused: 'Bitte wählen Sie ein Bild als PNG, JPEG oder WebP mit höchstens 1 MB.',
  brand_domain_invalid: 'Bitte geben Sie eine gültige Domain ein (z. B. app.example.com)',
  brand_domain_own: '{domain} ist die Adresse dieser Installation. Bitte verwenden Sie eine eigene Domain.',
  brand_domain_public: '{domain} gehört einem öffentlichen Anbieter. Bitte verwenden Sie eine eigene Domain.',
  brand_domain_taken: 'Eine andere Organisation nutzt {domain} hier bereits.',

  // Team members
  emails_needed: 'Bitte füllen Sie alle Felder aus.',
  member_already_invited: 'Dieses Teammitglied ist bereits eingeladen.',
  invitations_full: 'Sie können höchstens {limit} offene Einladungen haben. Bitte ziehen Sie zuerst einige zurück.',
  belongs_elsewhere:
    'Diese E-Mail-Adresse hat bereits ein Konto in einer anderen Organisation. Bitte lassen Sie sich unter einer anderen Adresse einladen.',
  last_manager: 'Eine Organisation braucht mindestens einen Admin.',

  // Agency
  logo_type: 'Bitte wählen Sie ein Bild als PNG, JPEG oder WebP.',
  logo_size: 'Das Logo darf höchstens {limit} groß sein.',
  client_email_taken:
    'Sie haben bereits einen Kunden mit dieser E-Mail-Adresse, oder sie gehört zu einem anderen Konto.',
  client_gone: 'Diesem Kunden wurde gekündigt. Nehmen Sie zuerst die Kündigung zurück.',
  no_statement: 'Für diesen Kunden und Monat gibt es keine Abrechnung.',
  no_report: 'Für diesen Kunden und Monat gibt es keinen Bericht.',
  agency_sells_nothing: 'Credits lassen sich hier nicht kaufen. Bitte wenden Sie sich an den Anbieter Ihres Kontos.',
  agency_out_of_credits:
    'Diese Credits sind gerade nicht verfügbar. Nichts wurde gekauft. Bitte wenden Sie sich an den Anbieter Ihres Kontos.',
  agency_credits_short:
    'Zusätzliche Credits von Kunden kommen aus Ihren eigenen. Sie haben {credits}, nötig sind {needed}. Wählen Sie weniger, oder beschaffen Sie zuerst mehr.',

  // Organization
  subscription_required:
    '{what, select, trial {Ihre Testphase ist abgelaufen.} other {Ihr Abonnement ist abgelaufen.}} Bitte wählen Sie einen Tarif, um weiterzuarbeiten.',
  payments_managed: 'Ihren Tarif verwaltet Ihr Admin.',
  payments_unavailable:
    'Der Zahlungsanbieter ist gerade nicht erreichbar. Nichts wurde berechnet; bitte versuchen Sie es noch einmal.',
  already_subscribed: 'Sie haben bereits ein Abonnement.',
  no_subscription: 'Es läuft kein Abonnement. Bitte wählen Sie zuerst einen Tarif.',
  extras_in_use:
    'Sie haben {count} {what, select, email {E-Mail-Konten} other {LinkedIn-Konten}} verbunden, mehr als dies bezahlen würde. Bitte entfernen Sie zuerst einige.',
  referral_code_taken: 'Dieser Empfehlungscode wird bereits verwendet. Bitte wählen Sie einen anderen.',
  referral_code_locked: 'Ihr Empfehlungscode wird von anderen genutzt und lässt sich nicht ändern.',

  // Lists and CSV
  lead_column_exists: 'Es gibt bereits eine Spalte mit dem Namen „{name}“.',
  too_many_lead_columns:
    'Sie können bis zu {count} eigene Spalten haben. Löschen Sie zuerst eine, die Sie nicht mehr brauchen.',
  too_many_lead_views:
    'Sie können bis zu {count} Ansichten speichern. Löschen Sie zuerst eine, die Sie nicht mehr brauchen.',
  push_device_refused: 'Der Push-Dienst dieses Browsers ist nicht nutzbar. {reason}',
  too_many_finder_searches:
    'Sie können bis zu {count} Suchen speichern. Löschen Sie zuerst eine, die Sie nicht mehr brauchen.',
  list_name_invalid: 'Bitte geben Sie einen gültigen Namen für die Liste ein',
  list_archived: 'Die Liste „{name}“ wurde archiviert. Aktivieren Sie sie zuerst, oder wählen Sie eine andere.',
  csv_only: 'Nur .csv-Dateien sind möglich.',
  csv_unreadable: 'Die Datei ließ sich nicht als CSV lesen: {reason}',
  csv_mapping_incomplete: 'Pflichtfelder fehlen: {fields}',
  csv_column_missing: 'Bitte wählen Sie eine Spalte',
  import_running: 'Dieser Import läuft noch.',
  excluded_domain_invalid: 'Bitte geben Sie eine gültige Domain ein (z. B. example.com)',
  excluded_domains_full: 'Sie können höchstens {limit} Domains ausschließen.',

  // Suppressed addresses
  suppression_invalid:
    'Bitte geben Sie eine E-Mail-Adresse, eine Domain, eine Telefonnummer mit Landesvorwahl oder die Adresse eines LinkedIn-Profils ein.',
  suppression_reason_invalid:
    'Dieser Grund passt nicht: Nur eine E-Mail-Adresse bleibt bei einem Unternehmen zurück, und nur Personen werden gelöscht.',
  suppression_erased: 'Wer gelöscht werden wollte, wird nie von der Liste genommen.',
  person_erased: 'Diese Person wurde auf ihren Wunsch gelöscht und lässt sich nicht wieder hinzufügen.',
  suppressions_too_many:
    'Eine Datei kann höchstens {limit} Zeilen haben. Teilen Sie sie und importieren Sie die Teile.',
  suppression_needs_words:
    'Diese Person hat sich abgemeldet. Ergänzen Sie im Wortlaut, was sie Ihnen seitdem geschrieben hat.',
  suppression_still_bounces: 'Wir haben diese Adresse noch einmal geprüft: {evidence}. Sie bleibt auf der Liste.',
  suppression_changed:
    'Der Grund hat sich inzwischen geändert. Sehen Sie ihn sich noch einmal an, bevor Sie ihn aufheben.',

  // Lead finder and LinkedIn imports
  linkedin_url_invalid: 'Ungültige URL',
  linkedin_account_needed: 'Bitte verbinden Sie zuerst ein LinkedIn-Konto.',
  linkedin_tier_needed: 'Für diesen Import ist ein Konto mit {tier} nötig.',

  // AI research and credits
  research_name_taken: 'Bitte wählen Sie einen anderen Namen für die Recherche-Aufgabe',
  research_sources_missing: 'Bitte wählen Sie mindestens eine Informationsquelle.',
  prompt_empty: 'Bitte geben Sie zuerst eine Anweisung ein',
  sentence_not_read:
    'Aus diesem Satz ließen sich keine Filter bilden. Versuchen Sie es noch einmal, oder wählen Sie Filter von Hand.',
  enhance_failed: 'Die Anweisung ließ sich nicht verbessern. Bitte versuchen Sie es noch einmal.',
  not_enough_credits: 'Sie haben {credits} Credits, nötig sind {needed}.',

  // Senders
  trial_sender_limit: 'In der Testphase sind keine weiteren Absender möglich.',
  sender_limit: 'Sie haben die Zahl der Absender in Ihrem Tarif erreicht.',
  mailbox_refused: 'Anmeldung über {protocol} fehlgeschlagen: {reason}',
  mailbox_connected_already: 'Dieses Postfach ist bereits verbunden.',
  consent_expired:
    'Diese Anmeldung ist abgelaufen oder wurde schon benutzt. Bitte beginnen Sie noch einmal auf der Seite der Absender.',
  consent_denied: 'Sie haben den Zugriff bei {provider} nicht erlaubt. Nichts wurde verbunden.',
  consent_needs_admin:
    'Ihre Organisation bei {provider} verlangt dafür die Freigabe eines Administrators. Bitten Sie Ihren darum.{how}',
  consent_incomplete:
    '{provider} hat keinen Zugriff auf Ihre E-Mails gewährt. Bitte beginnen Sie noch einmal und lassen Sie alle Berechtigungen ausgewählt.',
  consent_other_mailbox:
    'Sie haben sich als {chosen} angemeldet, dieser Absender ist aber {expected}. Bitte beginnen Sie noch einmal und wählen Sie {expected}.',
  linkedin_risk_not_accepted: 'Bitte bestätigen Sie, dass Sie das Risiko verstehen.',
  linkedin_password_refused: 'LinkedIn hat diese E-Mail-Adresse und dieses Passwort nicht angenommen.',
  linkedin_code_refused: 'LinkedIn hat diesen Code nicht angenommen. Bitte versuchen Sie es noch einmal.',
  linkedin_checkpoint_expired: 'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie noch einmal.',
  linkedin_sign_in_failed: 'Anmeldung bei LinkedIn fehlgeschlagen: {reason}',
  consent_failed: '{provider} konnte das Postfach nicht verbinden: {reason}',

  // CRMs, webhooks and automations
  crm_not_connected: '{name} ist nicht verbunden. Bitte verbinden Sie es unter Einstellungen > Integrationen.',
  crm_consent_expired:
    'Diese Anmeldung ist abgelaufen oder wurde schon benutzt. Bitte beginnen Sie noch einmal unter Einstellungen > Integrationen.',
  crm_consent_denied: 'Sie haben den Zugriff bei {name} nicht erlaubt. Nichts wurde verbunden.',
  crm_connect_failed: '{name} ließ sich nicht verbinden: {reason}',
  crm_failed: '{name} antwortete: {reason}',
  crm_no_mappings: 'Bitte ordnen Sie mindestens ein Feld zu.',
  crm_field_twice: 'Das Feld {field} ist doppelt zugeordnet. Bitte behalten Sie eine der Zeilen.',
  crm_no_board: 'Bitte wählen Sie ein Board.',
  crm_no_owner: 'Bitte wählen Sie, wer für das Geschriebene verantwortlich ist.',
  webhooks_full: 'Ihre Organisation hat {limit} Webhooks, mehr sind nicht möglich. Bitte löschen Sie zuerst einen.',
  webhook_off: 'Dieser Webhook ist ausgeschaltet. Bitte schalten Sie ihn zuerst ein.',
  automations_full:
    'Ihre Organisation hat {limit} Automatisierungen, mehr sind nicht möglich. Bitte löschen Sie zuerst eine.',
  automation_not_previewed:
    'Sehen Sie sich zuerst die Vorschau dieser Version der Automatisierung an, dann schalten Sie sie ein.',
  automation_run_not_failed: 'In diesem Durchlauf gibt es keine fehlgeschlagene Aktion zum Wiederholen.',
  slack_not_connected: 'Slack ist nicht verbunden. Bitte verbinden Sie zuerst einen Kanal.',

  // Campaigns
  campaign_locked: 'Schritte und Nachrichten lassen sich nur ändern, solange die Kampagne ein Entwurf ist.',
  impact_moved:
    'Seit Sie nachgesehen haben, sind Leads weitergegangen. Nichts wurde veröffentlicht; sehen Sie sich zuerst die neuen Zahlen an.',
  no_leads_selected: 'Bitte wählen Sie mindestens einen Lead aus.',
  website_unreadable:
    'Diese Website ließ sich nicht lesen. Bitte prüfen Sie die Adresse, oder füllen Sie die Felder selbst aus.',
  website_not_understood:
    'Wir haben die Seiten gelesen, aber das KI-Modell hat nicht geantwortet. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
  nothing_to_answer: 'In dieser Unterhaltung gibt es noch keine Nachricht, auf die man antworten kann.',
  reply_not_confirmed:
    'Ihre Organisation gibt Antworten nicht an das KI-Modell. Wer eine Antwort schreiben lässt, sendet ihm diese Unterhaltung einmalig.',
  reply_kept_from_model:
    'Ihre Organisation gibt Antworten nicht an das KI-Modell. Bitten Sie einen Admin der Organisation, diesen Entwurf zu schreiben oder die Einstellung zu ändern.',
  reply_unsupported:
    'Ihre Wissensbasis enthält dazu keine Antwort. Ergänzen Sie sie dort, oder schreiben Sie selbst. Nichts wurde berechnet.',
  reply_failed: 'Eine Antwort ließ sich nicht schreiben. Nichts wurde berechnet; bitte versuchen Sie es noch einmal.',
  sequence_unsupported:
    'Ihre Wissensbasis sagt dafür nicht genug. Beschreiben Sie dort Ihr Produkt und Ihre Kunden, dann versuchen Sie es noch einmal. Nichts wurde berechnet.',
  sequence_failed:
    'Diese Nachricht ließ sich nicht schreiben. Nichts wurde berechnet; bitte versuchen Sie es noch einmal.',
  draft_failed: 'Der Entwurf ließ sich nicht schreiben. Bitte versuchen Sie es noch einmal.',
  attachment_type: 'Dieser Dateityp wird nicht unterstützt.',
  attachment_size: 'Die Datei ist zu groß.',

  // Inbox
  message_too_long: 'Die Nachricht darf nicht länger als 1900 Zeichen sein',
  message_empty: 'Bitte schreiben Sie zuerst eine Nachricht.',
  mail_too_long: 'Die Nachricht hat zu viele Zeichen!',
  send_time: 'Dieser Zeitpunkt liegt in der Vergangenheit oder zu weit in der Zukunft.',
  message_file_type: 'Dieser Dateityp lässt sich nicht senden.',
  message_file_size: 'Die Datei ist zu groß.',
  message_file_count: 'Eine Nachricht kann nicht so viele Dateien haben.',
  file_infected: 'In dieser Datei wurde ein Virus gefunden ({finding}). Sie bleibt gesperrt.',
  no_preview: 'Diese Datei lässt sich hier nicht anzeigen. Laden Sie sie herunter.',
  wrote_meanwhile: '{name} hat in dieser Unterhaltung inzwischen geschrieben. Nichts wurde gesendet.',
  draft_changed: 'Dieser Entwurf wurde in einem anderen Fenster oder auf einem anderen Gerät geändert.',
  too_many_drafts: 'Sie haben zu viele nicht gesendete Nachrichten. Senden oder leeren Sie einige davon.',
  already_leaving: 'Diese Nachricht wird bereits gesendet.',
  too_many_saved_replies: 'Mehr Antwortbausteine können Sie nicht behalten.',
  reminder_past: 'Wählen Sie einen Zeitpunkt, der noch kommt.',
  reminder_far: 'Diese Erinnerung liegt zu weit in der Zukunft.',
  referral_gone: 'Diese Nachricht enthält keinen Kontakt zum Hinzufügen.',
  absence_past: 'Wählen Sie einen Tag, der noch kommt.',
  absence_far: 'Dieser Tag liegt zu weit in der Zukunft.',
  opt_out_answered: 'Jemand anderes hat dies bereits beantwortet.',
  not_a_member: 'Wählen Sie ein Mitglied Ihrer Organisation.',
  label_exists: 'Ein Label mit diesem Namen gibt es bereits',

  // Boards
  kanban_name_blank: 'Bitte geben Sie einen Namen ein.',
  kanban_no_columns: 'Dieses Board hat noch keine Spalten. Bitte fügen Sie zuerst eine hinzu.',
  kanban_column_gone: 'Diese Spalte gibt es nicht mehr. Die Karte bleibt, wo sie war.',
  kanban_card_gone: 'Dieser Lead ist nicht mehr auf dem Board.',
  kanban_rule_without_crm:
    'Ihre Organisation kann nichts an ein CRM übertragen. Entfernen Sie das CRM aus dieser Regel und speichern Sie noch einmal.',
  kanban_rule_empty: 'Bitte wählen Sie, was die Regel tut.',
  kanban_column_has_cards:
    'In dieser Spalte sind noch Leads. Bitte wählen Sie, ob sie in eine andere Spalte kommen oder vom Board verschwinden.',
  kanban_columns_changed:
    'Die Spalten dieses Boards haben sich inzwischen geändert. Nichts wurde umsortiert; bitte versuchen Sie es noch einmal.',
};
