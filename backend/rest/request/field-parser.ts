/** Parses a column with its JSON path: `name`, `data->a->>b`, `data->0`. */
import { type Cursor, maxDepth } from './cursor.ts'
import type { Field, JsonStep } from './query-syntax.ts'

// A number is an index only at the end of a path step; `->1st` is a key.
const index = /-?\d+(?=->|::|[.,)]|$)/y
const bareKey = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y

export function parseField(cursor: Cursor): Field {
  cursor.skipBlanks()
  const name = cursor.name()
  const path = cursor.startsWith('->') ? parseJsonPath(cursor) : []
  cursor.skipBlanks()
  return { name, path }
}

function parseJsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = []
  for (;;) {
    const arrow = cursor.accept('->>') ? '->>' : cursor.accept('->') ? '->' : undefined
    if (arrow === undefined) return steps
    if (steps.length === maxDepth) cursor.reject(`a JSON path may have at most ${maxDepth} steps`)
    steps.push({ arrow, operand: parseOperand(cursor) })
  }
}

function parseOperand(cursor: Cursor): JsonStep['operand'] {
  const number = cursor.match(index)
  if (number !== undefined) return { kind: 'index', index: number }
  const key = cursor.tryQuoted() ?? cursor.match(bareKey)
  if (key !== undefined) return { kind: 'key', key }
  if (cursor.accept('-')) cursor.fail('digit')
  return cursor.fail('"-"', 'digit', 'any non reserved character different from: .,>()')
}
