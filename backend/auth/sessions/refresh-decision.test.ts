import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRefresh, type PresentedSession, type PresentedToken, type RefreshRules } from './refresh-decision.ts'

const start = new Date('2026-01-01T12:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const session: PresentedSession = { createdAt: start, lastRefreshedAt: start, notAfter: null, activeToken: 'active' }
const rules: RefreshRules = { reuseSeconds: 10, rotationEnabled: true, timeboxSeconds: null, inactivitySeconds: null }
const unused: PresentedToken = { revoked: false, updatedAt: start }
const used: PresentedToken = { revoked: true, updatedAt: start }

test('an unused token is exchanged', () => {
  expect(decideRefresh(unused, session, rules, after(100_000))).toEqual({ action: 'rotate' })
})

test('a used token returns the same successor within the reuse interval, and ends the session after it', () => {
  expect(decideRefresh(used, session, rules, after(10))).toEqual({ action: 'repeat', token: 'active' })
  expect(decideRefresh(used, session, rules, after(10.001))).toEqual({ action: 'refuse-reuse', endSession: true })
})

test('a used token of an ended session counts as reuse, not as expired', () => {
  const ended = { ...session, activeToken: null, notAfter: start }
  expect(decideRefresh(used, ended, rules, after(1))).toEqual({ action: 'refuse-reuse', endSession: true })
})

test('a session that has ended, is past its time box or was idle is refused', () => {
  expect(decideRefresh(unused, { ...session, notAfter: start }, rules, start)).toEqual({ action: 'refuse-expired' })
  const timebox = { ...rules, timeboxSeconds: 60 }
  expect(decideRefresh(unused, session, timebox, after(60))).toEqual({ action: 'rotate' })
  expect(decideRefresh(unused, session, timebox, after(61))).toEqual({ action: 'refuse-expired' })
  const idle = { ...rules, inactivitySeconds: 60 }
  expect(decideRefresh(unused, session, idle, after(61))).toEqual({ action: 'refuse-expired', why: 'Inactivity' })
})

test('a used token never gets a newly issued one, at any time', () => {
  const seconds = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(seconds, seconds, fc.boolean(), fc.option(fc.nat()), (now, usedAt, hasActive, timeboxSeconds) => {
      const decision = decideRefresh(
        { revoked: true, updatedAt: after(usedAt) },
        { ...session, activeToken: hasActive ? 'active' : null },
        { ...rules, timeboxSeconds },
        after(now),
      )
      expect(decision.action).not.toBe('rotate')
    }),
  )
})
