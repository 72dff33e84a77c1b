import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textLine, writeCalendar } from './icalendar.ts'

const octets = (text: string) => new TextEncoder().encode(text).length
const unfold = (file: string) => file.replaceAll('\r\n ', '')

describe('a calendar file', () => {
  it('escapes commas, semicolons, backslashes and line breaks of a text', () => {
    const file = writeCalendar([textLine('SUMMARY', 'Eat; drink, or \\ \r\nbe merry\nEND:VEVENT\rx')])
    expect(file).toBe('SUMMARY:Eat\\; drink\\, or \\\\ \\nbe merry\\nEND:VEVENT\\nx\r\n')
  })

  it('contains no line injected by a value, even by a raw one', () => {
    expect(writeCalendar([{ name: 'URL', value: 'https://a.test/\r\nATTENDEE:x' }])).toBe(
      'URL:https://a.test/ ATTENDEE:x\r\n',
    )
  })

  it('folds at 75 octets between characters, and unfolds to the original', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const file = writeCalendar([textLine('DESCRIPTION', text)])
        expect(file.endsWith('\r\n')).toBe(true)
        for (const line of file.slice(0, -2).split('\r\n')) {
          expect(octets(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/\p{Cc}/u)
        }
        // The generated texts include two separators that are line breaks.
        const escaped = text.replace(/[\\;,]/g, '\\$&').replace(/[\u2028\u2029]/g, '\\n')
        expect(unfold(file).slice(0, -2)).toBe(`DESCRIPTION:${escaped}`)
      }),
    )
  })

  it('fills a line to the last octet', () => {
    const file = writeCalendar([textLine('SUMMARY', 'x'.repeat(67 + 74 + 1))])
    expect(file.split('\r\n').map((line) => line.length)).toEqual([75, 75, 2, 0])
    expect(writeCalendar([textLine('SUMMARY', `${'x'.repeat(66)}£`)])).toContain('\r\n £')
  })
})
