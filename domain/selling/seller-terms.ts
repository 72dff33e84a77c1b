/** The version of the Seller Health & Safety Agreement: the date of its last change. The database activates shops for this version only. */
export const sellerTermsVersion = '2026-11-23'
