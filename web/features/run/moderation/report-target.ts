/** The content that can be reported, and the reasons, which administrators read as written here. */

export type ReportSubject = 'product' | 'shop' | 'review' | 'conversation' | 'announcement'

export interface ReportTarget {
  readonly subject: ReportSubject
  readonly id: string
  /** The name in the dialog's title: 'this product', 'Ann’s review'. */
  readonly label: string
}

/** This reason requires details. */
export const somethingElse = 'Something else'

export const reportReasons: Readonly<Record<ReportSubject, readonly string[]>> = {
  product: [
    'Allergens or ingredients are wrong or missing',
    'It is not safe to eat',
    'It is not as described',
    'Offensive or illegal',
    somethingElse,
  ],
  shop: [
    'They are not who they say they are',
    'The food or kitchen is not safe',
    'They ask for money outside Tuckbox',
    'Offensive or illegal',
    somethingElse,
  ],
  review: [
    'It is not about the food',
    'It is fake or paid for',
    'Offensive or hateful',
    'It reveals private information',
    somethingElse,
  ],
  conversation: [
    'Rude or threatening',
    'They ask for money outside Tuckbox',
    'Unwanted messages',
    'Offensive or illegal',
    somethingElse,
  ],
  announcement: [
    'It is misleading',
    'It has nothing to do with the shop',
    'Allergens or ingredients are wrong or missing',
    'Offensive or illegal',
    somethingElse,
  ],
}
