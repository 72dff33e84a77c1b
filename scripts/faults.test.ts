import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readFaults } from '../tests/faults/patches.mjs'

const { capabilities } = JSON.parse(readFileSync('tests/faults/capabilities.json', 'utf8'))

// Eighty processes take long beside others.
it('Every fault applies to the source as it is', { timeout: 120_000 }, () => {
  const faults = readFaults(Object.keys(capabilities))
  expect(faults).toHaveLength(80)
  const failed = faults.flatMap(({ name, patch }) => {
    try {
      execFileSync('git', ['apply', '--check', patch], { stdio: 'pipe' })
      return []
    } catch (error) {
      return [`${name}: ${(error as { stderr: Buffer }).stderr}`]
    }
  })
  expect(failed).toEqual([])
})
