const firstNames = ['Ada', 'Jürgen', 'Zoë', 'Émilie', 'Wolfgang'];
const companies = ['Northwind', 'Müller & Söhne; GmbH', 'Globex', 'Initech'];

/**
 * A file as tools export it in Germany: Windows-1252, semicolons, quoted line breaks. 44 rows: 40 leads, one of them twice, two
 * without a LinkedIn address, one with the address of a company.
 */
export function messyFile(): Buffer {
  const lead = (index: number, linkedin: string, email: string) =>
    [
      firstNames[index % 5],
      `Süß ${index}`,
      linkedin,
      email,
      `"Leiter\nVertrieb"`,
      `"${companies[index % 4]}"`,
      'Software',
      'München',
    ].join(';');
  const rows = Array.from({ length: 40 }, (_, index) =>
    lead(index, `https://www.linkedin.com/in/person-${index}/`, index % 8 === 7 ? '' : `p${index}@acme.example`),
  );
  rows.splice(5, 0, lead(3, 'http://linkedin.com/in/Person-3?trk=x', 'p3@acme.example'));
  rows.push(lead(41, '', ''), lead(42, ' ', ''), lead(43, 'https://www.linkedin.com/company/globex', ''));
  const heading = 'Vorname;Nachname;Person LinkedIn Url;E-Mail;Position;Firma;Branche;Ort';
  return Buffer.from(`${[heading, ...rows].join('\r\n')}\r\n`, 'latin1');
}
