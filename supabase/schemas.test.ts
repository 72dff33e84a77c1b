import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { baselineFile, composeBaseline, schemaFiles } from '../scripts/baseline.mjs'

/**
 * Until 0.1.0 is released, the only migration is the baseline, which is made of these files. Afterwards migrations are
 * append-only, and a test of the shipped files' digests joins these.
 */
const files = schemaFiles().map((name) => ({
  name: name.replace('./schemas/', ''),
  text: readFileSync(path.join(import.meta.dirname, name), 'utf8'),
}))

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

describe('the source of the schema', () => {
  it('is what the migration was made of: run `npm run schema`', () => {
    expect(readFileSync(baselineFile, 'utf8') === composeBaseline()).toBe(true)
    expect(readdirSync(path.dirname(baselineFile))).toEqual([path.basename(baselineFile)])
  })

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
      [...text.matchAll(/auth\.uid\(\)(?!\.)/g)].map(([found]) => `${name} ${found}`),
    )
    expect(askedBy).toEqual([])
  })
})
