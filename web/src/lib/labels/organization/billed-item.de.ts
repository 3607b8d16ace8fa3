// Written by a model and checked by translating it back.
export default {
  base: 'Grundtarif',
  email_accounts: 'Zusätzliche E-Mail-Konten',
  linkedin_accounts: 'Zusätzliche LinkedIn-Konten',
  credits: 'Zusätzliche Credits pro Monat',
  purchases: 'Gekaufte Credits',
};
