/** Searches the questions of the FAQ page. */
import type { QuestionGroup } from './faq.ts'

/**
 * A question is found if its heading, text or answer contains every word. Capitals, accents and the form of
 * apostrophes are ignored.
 */
export function searchQuestions(groups: readonly QuestionGroup[], text: string): QuestionGroup[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return groups
    .map(({ heading, questions }) => ({
      heading,
      questions: questions.filter(({ question, answer }) => {
        const whole = plain(`${heading} ${question} ${answer}`)
        return words.every((word) => whole.includes(word))
      }),
    }))
    .filter(({ questions }) => questions.length > 0)
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[‘’`]/g, "'").toLowerCase()
}
