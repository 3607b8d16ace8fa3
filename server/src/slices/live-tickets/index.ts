export { consumeTicket, createTicket, TICKET_LIFETIME_IN_SECONDS } from './live-tickets.service.ts';
