/** The hero of the home page, with the search box. */
import { SearchBox } from '#features/search'
import heroPicture from './hero.webp'
import { OccasionLinks } from './occasion-links.tsx'

export function Hero() {
  return (
    <section className="overflow-hidden border-b border-line bg-paper-deep">
      <div className="page grid items-center gap-x-10 py-10 sm:py-14 lg:grid-cols-[1.2fr_1fr] lg:py-4">
        <div className="max-w-2xl">
          <h1 className="text-4xl leading-[1.08] sm:text-5xl xl:text-hero">Homemade Food from Your Community</h1>
          <p className="mt-4 mb-7 text-lg text-pretty text-ink-soft sm:text-xl">
            Discover delicious treats made with love by local bakers near you
          </p>
          <SearchBox />
          <OccasionLinks />
        </div>
        {/* Lazy, so that small screens, which hide it, never load it. */}
        <img
          src={heroPicture}
          alt=""
          width={1120}
          height={920}
          loading="lazy"
          className="hidden h-auto w-full max-w-[31rem] justify-self-end lg:block"
        />
      </div>
    </section>
  )
}
