/** The ingredients of a list around a word of it. */

/** The ingredients of a text, each with what is in brackets behind it. */
export class ListedIngredients {
  readonly #text: string
  /** The index of the bracket that closes at an index, or opens. */
  readonly #partner = new Map<number, number>()

  constructor(text: string) {
    this.#text = text
    const open: number[] = []
    for (const { index, 0: bracket } of text.matchAll(/[()[\]{}]/g)) {
      if ('([{'.includes(bracket)) open.push(index)
      else {
        const from = open.pop()
        if (from !== undefined) this.#partner.set(from, index).set(index, from)
      }
    }
  }

  /** The ingredient of a word. If the word is alone in brackets, it is the ingredient before them. */
  around(start: number, end: number): string {
    const [from, to] = [this.#startOf(start), this.#endOf(end)]
    const opened = from - 1
    const isAlone = '([{'.includes(this.#text[opened] ?? ' ') && this.#partner.get(opened) === to
    return this.#text.slice(isAlone ? this.#startOf(opened) : from, to)
  }

  /** Long texts without commas are no ingredients. */
  #startOf(at: number): number {
    let from = at
    while (from > 0 && at - from < 60 && !/[,;.:\n([{]/.test(this.#text[from - 1] ?? '')) from -= 1
    return from
  }

  #endOf(at: number): number {
    let to = at
    while (to < this.#text.length && to - at < 60) {
      const character = this.#text[to] ?? ''
      if (/[,;\n)\]}]/.test(character) || (character === '.' && !/\d/.test(this.#text[to + 1] ?? ''))) break
      const partner = this.#partner.get(to)
      to = partner !== undefined && partner - to < 200 ? partner + 1 : to + 1
    }
    return to
  }
}
