/** What can be reported, and the reasons for which: in the words that an administrator reads. */

export type ReportSubject = 'product' | 'shop' | 'review' | 'conversation'

export interface ReportedThing {
  readonly subject: ReportSubject
  readonly id: string
  /** As the title of the window says it: 'this product', 'Ann’s review'. */
  readonly called: string
}

/** Asks for words, as nothing else says what is meant. */
export const somethingElse = 'Something else'

export const reasonsToReport: Readonly<Record<ReportSubject, readonly string[]>> = {
  product: [
    'Allergens or ingredients are wrong or missing',
    'It is not safe to eat',
    'It is not what it says it is',
    'Offensive, or against the law',
    somethingElse,
  ],
  shop: [
    'They are not who they say they are',
    'Food or kitchen are not safe',
    'They ask for money outside Tuckbox',
    'Offensive, or against the law',
    somethingElse,
  ],
  review: [
    'It is not about the food',
    'It is made up or paid for',
    'Offensive or hateful',
    'It tells something private',
    somethingElse,
  ],
  conversation: [
    'Rude or threatening',
    'They ask for money outside Tuckbox',
    'Unwanted messages',
    'Offensive, or against the law',
    somethingElse,
  ],
}
