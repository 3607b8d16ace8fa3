// Written by a model and checked by translating it back.
export default {
  'C-Level': 'C-Level',
  'VP-Level': 'VP-Ebene',
  'Director-Level': 'Direktionsebene',
  'Manager-Level': 'Managementebene',
  Staff: 'Fachkräfte',
  Other: 'Sonstige',
  Engineering: 'Entwicklung und Technik',
  'Finance & Administration': 'Finanzen und Verwaltung',
  'Human Resources': 'Personal',
  'IT & IS': 'IT',
  Marketing: 'Marketing',
  Operations: 'Betrieb',
  Sales: 'Vertrieb',
  Support: 'Support',
};
