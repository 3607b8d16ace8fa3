export { BookingPages } from './booking-pages.tsx';
export { LeadMeetings } from './lead-meetings.tsx';
