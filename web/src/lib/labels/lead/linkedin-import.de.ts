// Written by a model and checked by translating it back.
export default {
  'linkedin-post': 'LinkedIn-Beitrag',
  'linkedin-group': 'LinkedIn-Gruppe',
  'linkedin-search': 'LinkedIn-Suche',
  'sales-navigator': 'Sales Navigator',
  recruiter: 'LinkedIn Recruiter',
};
