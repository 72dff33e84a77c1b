/** The faults: patches with two lines of prose, in a folder for each capability. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} Fault
 * @property {string} name CAPABILITY/NAME
 * @property {string} capability
 * @property {string} patch its path in the repository
 * @property {string} text of the patch
 * @property {string[]} files that it changes
 */

/** @param {readonly string[]} capabilities @returns {Fault[]} in the order of the capabilities */
export function readFaults(capabilities) {
  return capabilities.flatMap((capability) => {
    const folder = path.join('tests/faults', capability)
    const names = readdirSync(folder).filter((name) => name.endsWith('.patch'))
    return names.sort().map((name) => {
      const patch = path.join(folder, name)
      const text = readFileSync(patch, 'utf8')
      return {
        name: `${capability}/${path.parse(name).name}`,
        capability,
        patch,
        text,
        files: sectionsOf(text).map(fileOf),
      }
    })
  })
}

/** The part of a patch for each file. @param {string} text */
const sectionsOf = (text) => text.split(/^diff --git /m).slice(1)

/** @param {string} section @returns {string} the file that it changes */
const fileOf = (section) => /^\+\+\+ b\/(.+)$/m.exec(section)?.[1] ?? ''

/**
 * Applies a patch that `git apply` refuses, because a formatter has laid out the files otherwise: white space may differ.
 * @param {string} root of the work tree @param {string} text of the patch @returns {boolean} false if a part is not found, or twice
 */
export function applyToOtherLayout(root, text) {
  return sectionsOf(text).every((section) => {
    const file = path.join(root, fileOf(section))
    if (!existsSync(file)) return false
    let content = readFileSync(file, 'utf8')
    for (const hunk of section.split(/^@@ .*\n/m).slice(1)) {
      const [match, ...others] = content.matchAll(withAnySpace(sideOf(hunk, '-')))
      if (!match || others.length > 0) return false
      content = content.slice(0, match.index) + sideOf(hunk, '+') + content.slice(match.index + match[0].length)
    }
    writeFileSync(file, content)
    return true
  })
}

/** The lines of a hunk before (`-`) or after (`+`) the change. @param {string} hunk @param {'-' | '+'} sign */
function sideOf(hunk, sign) {
  const lines = hunk.split('\n').filter((line) => line.startsWith(' ') || line.startsWith(sign))
  return lines
    .map((line) => line.slice(1))
    .join('\n')
    .trim()
}

/** @param {string} text */
function withAnySpace(text) {
  const parts = text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? []
  const isWord = (/** @type {string} */ part) => /[\p{L}\p{N}_]/u.test(part)
  const pattern = parts.map((part, index) => {
    const before = parts[index - 1]
    const space = before === undefined ? '' : isWord(before) && isWord(part) ? '\\s+' : '\\s*'
    return space + part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  })
  return new RegExp(pattern.join(''), 'gu')
}
