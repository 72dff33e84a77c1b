/** Asks the database, as each of them, who may read a changed row. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import type { Viewer } from '../viewer.ts'
import type { Change } from './change-log.ts'

/** A column that a role may read. */
export interface ReadableColumn {
  readonly name: string
  readonly type: string
  readonly isKey: boolean
}

export interface Question {
  readonly viewer: Viewer
  readonly changeIds: readonly string[]
}

export interface Answer {
  readonly readable: ReadonlySet<string>
  readonly columns: readonly ReadableColumn[]
  /** Row-level security keeps the viewer from some rows. */
  readonly isRestricted: boolean
  /** By change, the row as it is now where it has changed since: it may have been another's to read in between. */
  readonly superseded: ReadonlyMap<string, Change['row']>
}

/** Viewers asked about in one statement: all of them in one would keep everything else waiting on an embedded database. */
const atOnce = 100

const replySchema = z.object({
  answers: z.array(
    z.object({
      readable: z.array(z.coerce.string()),
      columns: z.array(z.object({ name: z.string(), type: z.string(), isKey: z.boolean() })),
      isRestricted: z.boolean(),
    }),
  ),
  superseded: z.record(z.string(), z.record(z.string(), z.string())),
})
const nothing = new Map<string, Change['row']>()

/** @returns an answer to each question, in order @throws DatabaseError */
export async function askForReaders(
  database: Database,
  relation: string,
  questions: readonly Question[],
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let at = 0; at < questions.length; at += atOnce)
    answers.push(...(await askSome(database, relation, questions.slice(at, at + atOnce))))
  return answers
}

async function askSome(database: Database, relation: string, questions: readonly Question[]): Promise<Answer[]> {
  const viewers = questions.map(({ viewer: { role, claimsText }, changeIds }) => ({
    role,
    claims: claimsText,
    wanted: changeIds,
  }))
  const text = 'select backend.realtime_readers($1::oid, $2::jsonb)'
  const { rows } = await database.run({ text, values: [relation, JSON.stringify(viewers)] })
  const reply = replySchema.parse(JSON.parse(rows[0]?.[0] ?? ''))
  const superseded = new Map(Object.entries(reply.superseded).map(([id, row]) => [id, new Map(Object.entries(row))]))
  return reply.answers.map(({ readable, columns, isRestricted }) => ({
    readable: new Set(readable),
    columns,
    isRestricted,
    superseded: isRestricted ? superseded : nothing,
  }))
}
