import { describe, expect, it } from 'vitest'
import { errorsOf } from '#domain/values/form-errors'
import { addSchedulesLabel, pickupScheduleForm, pickupScheduleFormDefaults } from './pickup-schedule-form.ts'

describe('the pickup schedule form', () => {
  const schedule = { ...pickupScheduleFormDefaults, daysOfWeek: [6, 0, 6] }

  it('saves each chosen day once, without a maximum for a blank one', () => {
    expect(pickupScheduleForm.parse(schedule)).toEqual({
      daysOfWeek: [0, 6],
      onDate: null,
      isPosted: false,
      startTime: '09:00',
      endTime: '17:00',
      maxOrders: null,
    })
    expect(pickupScheduleForm.parse({ ...schedule, maxOrders: '1' }).maxOrders).toBe(1)
  })

  it('takes one date instead of weekdays, and the whole day for posting', () => {
    expect(pickupScheduleForm.parse({ ...schedule, daysOfWeek: [], onDate: '2026-12-23', isPosted: true })).toEqual({
      daysOfWeek: [3],
      onDate: '2026-12-23',
      isPosted: true,
      startTime: '00:00',
      endTime: '23:59',
      maxOrders: null,
    })
  })

  it('requires a day, both times, the end after the start, and at least one order', () => {
    expect(
      Object.keys(
        errorsOf(pickupScheduleForm, { ...schedule, daysOfWeek: [], startTime: '', endTime: '25:00', maxOrders: '0' }),
      ),
    ).toEqual(['startTime', 'endTime', 'maxOrders', 'daysOfWeek'])
    expect(errorsOf(pickupScheduleForm, { ...schedule, startTime: '17:00' })).toEqual({
      endTime: 'End time must be after the start time.',
    })
  })

  it('counts the days on its button', () => {
    expect([0, 1, 3].map((days) => addSchedulesLabel(days))).toEqual([
      'Add Pickup Schedule',
      'Add Pickup Schedule',
      'Add 3 Pickup Schedules',
    ])
  })
})
