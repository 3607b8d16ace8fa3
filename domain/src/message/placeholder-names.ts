import { cutText } from '../text/text-bounds.ts';
import type { MessageName } from './template/names.ts';

/** How other tools call what messages can name here, without capitals, blanks and signs. */
const NAMES = {
  first_name: 'firstname fname first givenname forename vorname prenom voornaam nombre cognomen',
  last_name: 'lastname lname last surname familyname nachname achternaam nomdefamille apellido',
  full_name: 'name fullname completename',
  company_name: `company companyname organization organisation organizationname organisationname account accountname business businessname
    employer firma unternehmen entreprise empresa`,
  job_title: 'title jobtitle position role job occupation designation',
  location: 'city location town place',
  industry: 'industry sector branche',
  email: 'email emailaddress mail workemail',
  website: 'website www url domain companywebsite companydomain companyurl',
  company_size: 'companysize employees employeecount numberofemployees headcount',
  'sender.first_name': 'senderfirstname sendingaccountfirstname myfirstname yourfirstname userfirstname ownerfirstname',
  'sender.name': `sendername senderfullname sendingaccountname myname myfullname yourname username userfullname ownername ownerfullname
    fromname`,
  'sender.email': 'senderemail sendingaccountemail myemail youremail useremail owneremail fromemail',
  'sender.phone': 'senderphone myphone yourphone userphone ownerphone',
  'sender.title': 'sendertitle senderjobtitle mytitle yourtitle usertitle ownertitle',
  'sender.calendar_url': 'calendarlink calendlylink meetinglink bookinglink calendarurl',
  today: 'today currentdate todaysdate',
} as const satisfies Partial<Record<MessageName | 'full_name', string>>;
const byName = new Map(
  Object.entries(NAMES).flatMap(([ours, theirs]) => theirs.split(/\s+/).map((name) => [name, ours] as const)),
);

/** Whose field it is, as the last word before it says. */
const SENDERS = ['sender', 'my', 'your', 'user', 'owner', 'from'];
const COMPANIES = ['company', 'account', 'organization', 'organisation', 'business'];
const PEOPLE = 'contact lead leads prospect recipient person subscriber customer member profile'.split(' ');

/** Longer names are sentences in brackets. */
const LONGEST_NAME = 60;

/**
 * Our variable for a placeholder of another tool, in any spelling: 'FirstName', 'Contact.FirstName', 'lead.First Name'
 * and 'contact_first_name' are {{first_name}}. Null where it is unknown.
 */
export function translateFieldName(written: string): string | null {
  const found = findField(cutText(written, LONGEST_NAME + 1));
  if (found === null) return null;
  return found === 'full_name' ? '{{first_name}} {{last_name}}' : `{{${found}}}`;
}

function findField(written: string): string | null {
  if (written.length > LONGEST_NAME) return null;
  const parts = wordsOf(written);
  for (let from = 0; from < parts.length; from += 1) {
    const name = parts.slice(from).join('');
    const owner = parts[from - 1] ?? 'lead';
    if (SENDERS.includes(owner)) return byName.get(`sender${name}`) ?? null;
    if (COMPANIES.includes(owner)) return byName.get(`company${name}`) ?? null;
    if (!PEOPLE.includes(owner)) return null;
    const found = byName.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** 'Contact.FirstName' as contact, first, name; 'FIRST_NAME' as first, name. */
function wordsOf(written: string): string[] {
  return written
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
