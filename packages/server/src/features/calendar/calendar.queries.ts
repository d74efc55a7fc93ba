// What pages ask of calendars.
export { findCalendar, type CalendarOwner, type CalendarRow } from './calendar.store.ts'
