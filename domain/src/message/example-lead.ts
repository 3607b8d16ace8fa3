/** Nobody: stands in for a lead while a campaign has none, so that a message can be read as it will look. */
export const EXAMPLE_LEAD = {
  first_name: 'Alex',
  last_name: 'Morgan',
  job_title: 'Head of Sales',
  email: 'alex.morgan@northwind.example',
  linkedin_profile_url: 'https://www.linkedin.com/in/alex-morgan-example',
  location: 'Amsterdam',
  industry: 'Software',
  company: { name: 'Northwind' },
} as const;
