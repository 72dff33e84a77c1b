/** What the phone's project leaves out: files that are the same at every width. Tests tagged @desktop or @phone run at one width too. */
export const desktopOnly = /(search-engines|sign-in-errors|loading-errors|account-lifecycle)\.spec/
