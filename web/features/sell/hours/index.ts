/** When a shop hands over: pickup times, closures, limits of a day. */
export { PickupSchedulePanel } from './pickup-schedule-panel.tsx'
