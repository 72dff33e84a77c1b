/** Which questions have all the words one typed, in question or answer. */
import type { QuestionGroup } from './faq.ts'

/** Every word counts as a beginning or any other part; capitals, accents and forms of the apostrophe make no difference. */
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
