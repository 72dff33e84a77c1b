/** Searches every table of every schema but the catalogues, for data that remains of a deleted account. */

/** Runs a statement. @returns its rows as text */
type Read = (text: string, values: string[]) => Promise<readonly (readonly (string | null | undefined)[])[]>

/** @returns `schema.table: row as text` for each row that contains one of the words, in any column and case */
export async function rowsContaining(read: Read, words: readonly string[]): Promise<string[]> {
  const tables = await read(
    `select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm') and n.nspname !~ '^(pg_|information_schema$)' order by 1`,
    [],
  )
  const found: string[] = []
  for (const [table] of tables) {
    const rows = await read(
      `select t::text from ${table} t where exists (
        select from jsonb_array_elements_text($1::jsonb) wanted (part) where strpos(lower(t::text), lower(wanted.part)) > 0
      )`,
      [JSON.stringify(words)],
    )
    found.push(...rows.map(([row]) => `${table}: ${row}`))
  }
  return found
}
