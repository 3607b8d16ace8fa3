// Written by a model and checked by translating it back.
export default {
  lead_lists_enabled: 'Lead-Listen',
  lead_list_creation_enabled: 'Lead-Listen erstellen',
  linkedin_lead_import_enabled: 'Leads aus LinkedIn importieren',
  csv_lead_import_enabled: 'Leads aus CSV-Dateien importieren',
  lead_finder_enabled: 'Lead-Suche',
  ai_research_enabled: 'KI-Recherche',
  default_ai_research_tasks_enabled: 'Standard-Recherche-Aufgaben',
  custom_ai_research_tasks_enabled: 'Eigene Recherche-Aufgaben',
  campaign_creation_enabled: 'Kampagnen',
  email_steps_enabled: 'E-Mail-Schritte',
  phone_steps_enabled: 'Telefon-Schritte',
  linkedin_steps_enabled: 'LinkedIn-Schritte',
  ai_snippets_enabled: 'KI-Bausteine',
};
