/** The mail that a message continues. */
export interface ThreadEnd {
  sent_by_prospect: boolean;
  from_email: string | null;
  from_name: string | null;
}

export interface Recipient {
  email: string | null;
  name: string | null;
  /** The lead's own address; another one belongs to a colleague who replied. */
  is_lead: boolean;
}

/**
 * The mail address that a message to a lead goes to: that of the last reply, else the lead's own. The composer shows it and sending uses
 * it, so both must ask here.
 */
export function chooseRecipient(end: ThreadEnd | undefined, leadEmail: string | null): Recipient {
  const replied = end?.sent_by_prospect ? end.from_email : null;
  const email = replied ?? leadEmail;
  const is_lead = email !== null && email.toLowerCase() === leadEmail?.toLowerCase();
  return { email, name: end?.sent_by_prospect ? end.from_name : null, is_lead };
}
