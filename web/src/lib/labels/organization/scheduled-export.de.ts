// Written by a model and checked by translating it back.
export default {
  list_leads: 'Leads einer Liste',
  campaign_leads: 'Leads einer Kampagne',
  campaign_messages: 'Nachrichten einer Kampagne',
  campaign_figures: 'Zahlen aller Kampagnen',
  activities: 'Aktivität aller Kampagnen',
  credits: 'Credit-Verlauf',
  suppressions: 'Sperrliste',
};
