/** Rules for prose: the glossary's words, the length of sentences, the width of documents. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const longestSentence = 30
const widestLine = 100

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|sql|md|css|toml|yml|html)$/.test(path))
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n') }))
const documents = files.filter(({ path }) => path.endsWith('.md'))

/** Paths in which a word of the glossary's last column is right. */
const exceptions: Record<string, RegExp> = {
  // The specification's label of a tab of the profile, and the tab's address.
  favorites:
    /^(web\/(pages\/profile\.page\.tsx|app\/links\.ts)|tests\/e2e\/(settings|favourites-and-reviews|navigation|household|(slot-)?waitlist)\.spec\.ts|tests\/pages\/(household|navigation)\.browser\.test\.tsx)$/,
}
/** Where words are quoted as what not to say. */
const glossary = /^(docs\/glossary\.md|scripts\/plain-english\.test\.ts)$/

describe('the repository', () => {
  it('uses no word that the glossary replaces', () => {
    const found = forbiddenWords().flatMap(({ word, pattern }) =>
      files
        .filter(({ path }) => !glossary.test(path) && !exceptions[word]?.test(path))
        .flatMap(({ path, lines }) =>
          lines.flatMap((line, n) => (pattern.test(line) ? [`${path}:${n + 1}: ${word}`] : [])),
        ),
    )
    expect(found).toEqual([])
  })

  it('has no sentence over 30 words in its comments and documents', () => {
    const found = files.flatMap(({ path, lines }) =>
      paragraphs(path, lines).flatMap(({ line, text }) =>
        sentences(text)
          .filter((sentence) => wordsOf(sentence) > longestSentence)
          .map((sentence) => `${path}:${line}: ${wordsOf(sentence)} words: ${sentence.slice(0, 80)}`),
      ),
    )
    expect(found).toEqual([])
  })

  it('begins no comment or document sentence with whoever, whatever or "of a"', () => {
    const found = files.flatMap(({ path, lines }) =>
      paragraphs(path, lines).flatMap(({ line, text }) =>
        sentences(text)
          .filter((sentence) => /^(whoever|whatever|of (an?|the) )|\bwhoever\b/i.test(sentence))
          .map((sentence) => `${path}:${line}: ${sentence.slice(0, 80)}`),
      ),
    )
    expect(found).toEqual([])
  })

  it('wraps its documents at 100 columns', () => {
    const found = documents.flatMap(({ path, lines }) => {
      let isCode = false
      return lines.flatMap((line, n) => {
        if (line.startsWith('```')) isCode = !isCode
        const cannotWrap = isCode || /^\s*\|/.test(line) || !/\s/.test(line.trim().slice(0, widestLine))
        return !cannotWrap && line.length > widestLine ? [`${path}:${n + 1}: ${line.length} columns`] : []
      })
    })
    expect(found).toEqual([])
  })
})

/** Words in code style in the last column of the glossary's tables, found as whole words. */
function forbiddenWords(): { word: string; pattern: RegExp }[] {
  const lines = files.find(({ path }) => path === 'docs/glossary.md')?.lines ?? []
  return lines
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word))
    .map((word) => ({ word, pattern: new RegExp(`(?<![\\w-])${word.replaceAll('.', '\\.')}s?(?![\\w-])`, 'i') }))
}

interface Paragraph {
  readonly line: number
  readonly text: string
}

/** Prose of a file: all of a document but its code and tables, the comments of anything else. */
function paragraphs(path: string, lines: readonly string[]): Paragraph[] {
  const prose = path.endsWith('.md') ? proseOfDocument(lines) : lines.map((line) => commentOf(path, line))
  const found: Paragraph[] = []
  let open: { line: number; parts: string[] } | undefined
  const close = () => {
    if (open && open.parts.length > 0) found.push({ line: open.line, text: open.parts.join(' ') })
    open = undefined
  }
  for (const [n, text] of prose.entries()) {
    if (text === undefined || text === '') {
      close()
      continue
    }
    if (/^(@|[-*] |\d+\. |#)/.test(text)) close()
    open ??= { line: n + 1, parts: [] }
    open.parts.push(text)
  }
  close()
  return found
}

function proseOfDocument(lines: readonly string[]): (string | undefined)[] {
  let isCode = false
  return lines.map((line) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode
    return isCode || /^\s*(\||```|<)/.test(line) ? undefined : line.trim()
  })
}

function commentOf(path: string, line: string): string | undefined {
  const pattern = path.endsWith('.sql')
    ? /^\s*--+\s?(.*)$|^comment on .* is '(.*)';$|^\s*'(.*)'(?:;|$)/
    : /\.(toml|yml)$/.test(path)
      ? /^\s*#+\s?(.*)$/
      : /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\*\/)?\s*\}?$/
  const match = pattern.exec(line)
  return match ? (match[1] ?? match[2] ?? match[3] ?? '').trim() : undefined
}

function sentences(text: string): string[] {
  return text
    .replace(/`[^`]*`/g, 'code')
    .split(/(?<=[.?!])\s+(?=[A-Z"'(@{`]|code)/)
    .map((sentence) => sentence.trim())
}

function wordsOf(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[a-z0-9]/i.test(word)).length
}
