import type { LeadTarget } from '../leads/lead-fields.ts';

/** What other tools call the fields of a lead, separated by commas. Apart from the fields: only the import reads it. */
export const COLUMN_SYNONYMS: Record<LeadTarget, string> = {
  first_name:
    'First, Given name, Forename, Vorname, Voornaam, Prénom, Nombre, Nome, Imię, Jméno, Förnamn, Fornavn, Keresztnév, Prenume, Имя, Όνομα, Ad, 名, 이름',
  last_name: `Last, Surname, Family name, Nachname, Achternaam, Nom, Nom de famille, Apellido, Apellidos, Cognome, Sobrenome,
        Nazwisko, Příjmení, Efternamn, Etternavn, Vezetéknév, Фамилия, Επώνυμο, Soyad, Soyadı, 姓, 성`,
  email: `E-Mail, Email address, E-Mail address, Mail, Work email, Email - Work, Courriel, Correo, Почта, Custom email address,
        Enriched email address, E-mail 1 - Value, Email 1`,
  phone_number: `Phone, Telephone, Mobile, Mobile phone, Work phone, Direct phone, Work direct phone, Primary phone,
        Cell, Cell phone, Telefon, Telefonnummer, Mobil, Mobilnummer, Handy, Tel, Tel., Rufnummer, Telefoon, Téléphone, Portable, Teléfono,
        Móvil, Telefone, Celular, Telefono, Cellulare, Telefon komórkowy, Numer telefonu, Телефон, Phone 1 - Value, Business phone,
        Phone - Work, Phone - Mobile, Other phone`,
  linkedin_url: `LinkedIn, LinkedIn profile, LinkedIn profile url, Person LinkedIn Url, Profile url, LI profile, defaultProfileUrl,
        Contact LinkedIn`,
  headline: 'Tagline, LinkedIn headline',
  job_title: `Title, Position, Role, Job, Job position, Occupation, Current job, Prospect position, Organization title, Organization 1 - Title,
        Functie, Beruf, Titel, Poste,
        Puesto, Cargo, Ruolo, Должность`,
  location: 'City, Place, Region, Ort, Stadt, Plaats, Ville, Ciudad, Città, Cidade, Город',
  time_zone: 'Timezone, IANA time zone, Zeitzone, Tijdzone, Fuseau horaire, Zona horaria, Fuso orario, Fuso horário',
  company_name: `Company, Organization, Organisation, Account, Account name, Associated company, Company / Account, Employer,
        Organization name, Organization 1 - Name, Firma, Unternehmen, Bedrijf, Bedrijfsnaam, Entreprise, Société, Empresa, Azienda, Företag, Компания, Εταιρεία,
        Şirket, 会社名, 公司, 회사`,
  company_website_url: `Website, Company website, Company domain, Domain, Web, Homepage, Website url, Company url, Webseite, Site web,
        Сайт`,
  company_linkedin_url: `Company LinkedIn, Company LinkedIn profile, LinkedIn company url, LinkedIn company page, Regular company url`,
  company_location: 'Company city, Company address, Headquarters, HQ, Company country',
  company_industry: 'Industry, Sector, Branche, Secteur, Industria, Settore, Отрасль',
  company_size: `Employees, # Employees, Number of employees, Employee count, Company employee count, Employee exact count, Company employee exact count, Headcount, Size,
        Company headcount, Mitarbeiter, Medewerkers`,
};
