/** Whether a text is a date, 'YYYY-MM-DD'. */
export function isIsoDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}
