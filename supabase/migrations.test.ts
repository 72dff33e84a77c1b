import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * Until 0.1.0 is released, the migrations are a baseline that is edited in place. Afterwards they are append-only,
 * and a test of the shipped files' digests replaces this one.
 */
const folder = fileURLToPath(new URL('./migrations/', import.meta.url))
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => ({ name, text: readFileSync(`${folder}${name}`, 'utf8') }))

/** The kind and name of what a statement defines; triggers and policies include their table. */
const definitions =
  /^create (?:or replace )?(?:unique |constraint |materialized )?(function|view|table|type|index|trigger|policy) ([\w.]+|"[^"]+")(?:[^;]*?\bon ([\w.]+))?/gm

function objectsDefined(): { file: string; object: string }[] {
  return files.flatMap(({ name, text }) =>
    [...text.matchAll(definitions)].map(([, kind, object, table]) => ({
      file: name,
      object: kind === 'trigger' || kind === 'policy' ? `${kind} ${object} on ${table}` : `${kind} ${object}`,
    })),
  )
}

describe('the SQL baseline', () => {
  it('defines every function, view, table, type, index, trigger and policy once', () => {
    const defined = objectsDefined()
    expect(defined.length).toBeGreaterThan(500)
    const seen = new Map<string, string>()
    const again = defined.filter(({ file, object }) => {
      const first = seen.get(object)
      if (first === undefined) seen.set(object, file)
      return first !== undefined
    })
    expect(again).toEqual([])
  })

  it('contains no statement that replaces, drops, updates or deletes', () => {
    const statements = /^(create or replace|drop|update|delete) .*/gm
    expect(
      files.flatMap(({ name, text }) => [...text.matchAll(statements)].map(([line]) => `${name}: ${line}`)),
    ).toEqual([])
  })

  it('asks for the caller by private.member_id(), which knows about second factors', () => {
    const askedBy = files.flatMap(({ name, text }) =>
      [...text.matchAll(/(\w+ uuid := auth\.uid\(\);)|auth\.uid\(\)(?!\.)/g)].map(([found]) => `${name} ${found}`),
    )
    expect(askedBy).toEqual([
      '20261122090000_foundations.sql caller uuid := auth.uid();',
      '20261122090150_second_factor.sql member uuid := auth.uid();',
    ])
  })
})
