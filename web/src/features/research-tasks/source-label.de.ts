// Written by a model and checked by translating it back.
export default {
  GOOGLE_SEARCH: 'Google-Suche',
  COMPANY_WEBSITE: 'Website des Unternehmens',
  LINKEDIN_JOBS: 'LinkedIn-Stellenanzeigen',
  GOOGLE_NEWS: 'Google News',
  BUILT_WITH: 'Eingesetzte Technologien',
};
