/** Which Seller Health & Safety Agreement applies: the day its text was last changed. The database opens shops for this one alone. */
export const sellerTermsVersion = '2026-11-21'
