import { describe, expect, it } from 'vitest'
import { emptyCache, type Routine, type RoutineParameter, type SchemaCache, tableKey } from '../schema-cache/types.ts'
import { findRoutine } from './call-plan.ts'

const parameter = (name: string, more: Partial<RoutineParameter> = {}): RoutineParameter => ({
  name,
  type: 'integer',
  isRequired: true,
  isVariadic: false,
  ...more,
})

const routine = (...parameters: RoutineParameter[]): Routine => ({
  schema: 'api',
  name: 'f',
  parameters,
  volatility: 'stable',
  returns: { kind: 'scalar', isSet: false, table: undefined, isBytes: false, media: undefined },
})

function find(
  routines: Routine[],
  names: string[],
  { takesJson = true, rawType }: { takesJson?: boolean; rawType?: 'text' | 'xml' | 'bytea' } = {},
): Routine {
  const cache: SchemaCache = {
    ...emptyCache,
    routines: new Map([[tableKey({ schema: 'api', name: 'f' }), routines]]),
  }
  return findRoutine(cache, { schema: 'api', name: 'f', arguments: names, rawType, takesJson })
}

describe('findRoutine', () => {
  const a = parameter('a')
  const b = parameter('b', { isRequired: false })

  it('requires all required arguments and no unknown ones', () => {
    const only = routine(a, b)
    expect(find([only], ['a'])).toBe(only)
    expect(find([only], ['b', 'a'])).toBe(only)
    for (const names of [[], ['b'], ['a', 'c']]) {
      expect(() => find([only], names)).toThrow(expect.objectContaining({ code: 'PGRST202', status: 404 }))
    }
  })

  it('passes the whole body to a single unnamed json parameter if no names match', () => {
    const whole = routine(parameter('', { type: 'json' }))
    const named = routine(a)
    expect(find([whole, named], ['x'])).toBe(whole)
    expect(find([whole, named], ['a'])).toBe(named)
    expect(() => find([whole], ['x'], { takesJson: false })).toThrow(expect.objectContaining({ code: 'PGRST202' }))
  })

  it('passes text only to a text parameter', () => {
    const text = routine(parameter('', { type: 'text' }))
    expect(find([text, routine()], [], { rawType: 'text' })).toBe(text)
    expect(() => find([text], [], { rawType: 'bytea' })).toThrow(
      expect.objectContaining({
        message: 'Could not find the function api.f in the schema cache',
        details:
          'Searched for the function api.f with a single unnamed bytea parameter, but no matches were found in the schema cache.',
        hint: null,
      }),
    )
  })

  it('refuses overloads with the same argument names', () => {
    expect(() => find([routine(a), routine(a, b)], ['a'])).toThrow(
      expect.objectContaining({
        status: 300,
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: api.f(a => integer), api.f(a => integer, b => integer)',
      }),
    )
  })
})
