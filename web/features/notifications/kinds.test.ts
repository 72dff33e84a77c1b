import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { kindNames } from './kinds.ts'

it('are the same in the database and in the web app, and messages are the first of them for its query of the unread', () => {
  const sql = readFileSync('supabase/migrations/20261122091700_notifications.sql', 'utf8')
  const [, list = ''] = /notifications_type_known check \(type in \(([^)]+)\)/.exec(sql) ?? []
  expect(list.split(', ')).toEqual(kindNames.map((kind) => `'${kind}'`))
  expect(kindNames.toSorted()[0]).toBe('message')
})
