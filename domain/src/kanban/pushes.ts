/** CRMs that a rule of a board can ask a push to. */
export const BOARD_PUSHES = ['HUBSPOT', 'PIPEDRIVE', 'SALESFORCE', 'MONDAY'] as const;
export type BoardPush = (typeof BOARD_PUSHES)[number];

export const BOARD_PUSH_LABELS: Record<BoardPush, string> = {
  HUBSPOT: 'HubSpot',
  PIPEDRIVE: 'Pipedrive',
  SALESFORCE: 'Salesforce',
  MONDAY: 'monday.com',
};
