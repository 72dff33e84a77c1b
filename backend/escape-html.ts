/**
 * For text and for attributes in quotes. `&` becomes `&amp;`, which older mail programs decode more reliably than a
 * numeric entity.
 */
export const escapeHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/[<>"']/g, (character) => `&#${character.codePointAt(0)};`)
