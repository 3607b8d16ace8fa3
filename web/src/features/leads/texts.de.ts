// Written by a model and checked by translating it back.
export default {
  crm: 'CRM',
  added: 'Hinzugefügt',
  added_to_crm: 'Zum CRM hinzugefügt',
  unnamed: 'Lead ohne Namen',
  previous_lead: 'Vorheriger Lead',
  next_lead: 'Nächster Lead',
  zone_now: 'Dort jetzt {time}',
  zone_known: 'Dort jetzt {time}. {zone}, bekannt durch {source}',
  zone_city: 'die Stadt',
  zone_state: 'das Bundesland oder die Provinz',
  zone_country: 'das Land',
  zone_phone: 'die Telefonnummer',
  zone_company_location: 'den Standort des Unternehmens',
  zone_domain: 'das Land der Domain des Unternehmens',
};
