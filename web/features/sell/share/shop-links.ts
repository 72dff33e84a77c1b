/** The addresses under which a shop is shared. */
import { useApp } from '#platform/app-context.ts'

export function useShopLinks(slug: string) {
  const { siteUrl } = useApp().config
  const short = `${siteUrl}/s/${slug}`
  const embed = (drop: string | null) => `${siteUrl}/embed/${drop === null ? `shops/${slug}` : `drops/${drop}`}`
  return { short, embed, spoken: short.replace(/^https?:\/\//, '') }
}
